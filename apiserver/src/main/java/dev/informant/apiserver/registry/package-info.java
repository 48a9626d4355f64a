/**
 * Which resources exist and how each behaves, derived from the model classes and from CRDs. Not API.
 *
 * <p>What is particular to one kind is in:
 *
 * <ul>
 *   <li>{@link dev.informant.apiserver.registry.BuiltInResources}: names, short names, categories, subresources;
 *   <li>{@link dev.informant.apiserver.registry.Behaviour}: generation, a status of its own, create on update, no cache;
 *   <li>{@link dev.informant.apiserver.registry.SelectableFields}: fields that can be selected by;
 *   <li>{@code core.KindRules}, {@code core.KindDefaults}: defaults, and what creating and updating does besides;
 *   <li>{@code rules.SpecRules}, {@code rules.StatusRules}: what a spec and a status must be like; {@code
 *       updates.UpdateTable}, {@code core.UpdateRules}: what an update may change;
 *   <li>{@code core.NameRules}: names; {@code core.MetadataRules}: finalizers, and with {@code checkedByKind} which kinds look
 *       at metadata themselves; {@code core.Deletes}: graces and finalizers; {@code core.Bookmarks}: how they look;
 *   <li>{@code core.EventForms}, {@code core.AutoscalerForms}: kinds whose versions differ in form;
 *   <li>{@code content.BuiltInColumns}: kubectl's columns; {@code content/protobuf-fields.txt}: fields as Go has them;
 *   <li>{@code core.ResourceRequests}: warnings about deprecated versions, reviews and bindings, which are not stored, and
 *       what deleting a job warns of; {@code core.WriteWarnings}: what taking an object warns of;
 *   <li>{@code core.StorageKeys}: where errors say that it is stored.
 * </ul>
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.registry;
