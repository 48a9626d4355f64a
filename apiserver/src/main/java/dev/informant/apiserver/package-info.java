@org.jspecify.annotations.NullMarked
package dev.informant.apiserver;
