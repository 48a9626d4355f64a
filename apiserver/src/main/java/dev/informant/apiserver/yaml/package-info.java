/**
 * YAML as a kube-apiserver reads and writes it: by the rules of Go's YAML library (1.1, with its own idea of
 * scalars), on the way from and to JSON. {@link dev.informant.apiserver.yaml.YamlReader} and {@link
 * dev.informant.apiserver.yaml.YamlWriter} are all there is to call. Not API.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.yaml;
