package dev.informant.benchmarks.peers;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The flags that all drivers share.
 *
 * @param control where events are asked for
 * @param join events per second while handlers join late; 0: none joins
 * @param joins how many join, one after the other
 * @param cache the form of the cache: {@code objects} or {@code compact}; ours only
 * @param keys handlers take keys and look at no object; ours only
 * @param directory where the cache is kept between runs; empty: nowhere; ours only
 * @param warm fail unless the client goes on from what an earlier run left in the directory; ours only
 */
public record Options(
    String peer,
    String server,
    String token,
    String control,
    int handlers,
    int expect,
    int events,
    boolean strip,
    long page,
    int join,
    int joins,
    boolean relist,
    boolean relistHeap,
    String cache,
    boolean keys,
    String directory,
    boolean warm,
    int timeoutSeconds) {

  private static final Set<String> SWITCHES =
      Set.of("--strip", "--relist", "--relist-heap", "--warm", "--keys");

  static Options parse(String[] arguments) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      if (SWITCHES.contains(arguments[i])) {
        given.put(arguments[i], "");
      } else if (arguments[i].startsWith("--") && i + 1 < arguments.length) {
        given.put(arguments[i], arguments[++i]);
      } else {
        throw new IllegalArgumentException("unknown flag, or a value is missing: " + arguments[i]);
      }
    }
    return new Options(
        given.getOrDefault("--peer", ""),
        given.getOrDefault("--server", ""),
        given.getOrDefault("--token", ""),
        given.getOrDefault("--control", given.getOrDefault("--server", "") + "/replay"),
        Integer.parseInt(given.getOrDefault("--handlers", "1")),
        Integer.parseInt(given.getOrDefault("--expect", "0")),
        Integer.parseInt(given.getOrDefault("--events", "0")),
        given.containsKey("--strip"),
        Long.parseLong(given.getOrDefault("--page", "0")),
        Integer.parseInt(given.getOrDefault("--join", "0")),
        Integer.parseInt(given.getOrDefault("--joins", "20")),
        given.containsKey("--relist"),
        given.containsKey("--relist-heap"),
        given.getOrDefault("--cache", "objects"),
        given.containsKey("--keys"),
        given.getOrDefault("--directory", ""),
        given.containsKey("--warm"),
        Integer.parseInt(given.getOrDefault("--timeout", "300")));
  }
}
