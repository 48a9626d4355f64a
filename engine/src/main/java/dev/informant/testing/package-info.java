/** Published for tests: virtual time and scripted sources. */
@org.jspecify.annotations.NullMarked
package dev.informant.testing;
