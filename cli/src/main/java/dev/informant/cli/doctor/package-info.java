/** What a cluster offers to informers, and what it withholds. Used by one thread. */
@org.jspecify.annotations.NullMarked
package dev.informant.cli.doctor;
