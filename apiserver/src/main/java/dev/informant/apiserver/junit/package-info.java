/** For JUnit Jupiter: {@link dev.informant.apiserver.junit.ApiServerTest} gives each test a server of its own. */
@org.jspecify.annotations.NullMarked
package dev.informant.apiserver.junit;
