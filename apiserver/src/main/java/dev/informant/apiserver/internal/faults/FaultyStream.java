package dev.informant.apiserver.internal.faults;

import dev.informant.apiserver.faults.Effect;
import dev.informant.apiserver.internal.core.Oddity;
import dev.informant.apiserver.internal.core.WatchStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A watch from which events are missing, or that falls silent, ends early or says what no server says. */
final class FaultyStream implements WatchStream {
  private static final byte[] BOOKMARK = "BOOKMARK".getBytes(StandardCharsets.UTF_8);
  private static final byte[] END = "k8s.io/initial-events-end".getBytes(StandardCharsets.UTF_8);
  /** JSON: {@code {"type":"}; protobuf: four bytes of length, a tag, a length. */
  private static final int JSON_TYPE_AT = 9;

  private static final int PROTOBUF_TYPE_AT = 6;

  private final WatchStream stream;
  private final boolean dropBookmarks;
  private final boolean dropEndBookmark;
  private final int stallAfter;
  private final int endAfter;
  private final Map<Integer, List<Oddity>> odd = new HashMap<>();
  private int passed; // by the one reader

  FaultyStream(WatchStream stream, List<Effect> effects) {
    this.stream = stream;
    this.dropBookmarks = effects.stream().anyMatch(Effect.DropBookmarks.class::isInstance);
    this.dropEndBookmark = dropBookmarks
        || effects.stream()
            .anyMatch(effect -> effect instanceof Effect.DropEndBookmark
                || effect instanceof Effect.IgnoreInitialEvents
                || effect instanceof Effect.RefuseInitialEvents);
    int stall = Integer.MAX_VALUE;
    int end = Integer.MAX_VALUE;
    for (Effect effect : effects) {
      stall = effect instanceof Effect.Stall some ? Math.min(stall, some.afterEvents()) : stall;
      end = effect instanceof Effect.End some ? Math.min(end, some.afterEvents()) : end;
    }
    this.stallAfter = stall;
    this.endAfter = end;
    for (Effect effect : effects) {
      if (effect instanceof Effect.SendUnknownEventType some) {
        add(new Oddity.UnknownType(), some.afterEvents());
      } else if (effect instanceof Effect.SendOtherKind some) {
        add(new Oddity.OtherKind(), some.afterEvents());
      } else if (effect instanceof Effect.SendUndecodableObject some) {
        add(new Oddity.Undecodable(some.namespace(), some.name()), some.afterEvents());
      }
    }
    reached();
  }

  private void add(Oddity event, int after) {
    odd.computeIfAbsent(after, none -> new ArrayList<>()).add(event);
  }

  /** Does what is to be done after so many events. */
  private void reached() {
    odd.getOrDefault(passed, List.of()).forEach(stream::next);
    if (passed == stallAfter) {
      stream.stall();
    }
  }

  @Override
  public void onReadable(Runnable signal) {
    stream.onReadable(signal);
    // A stream that ends at once must be looked at although nothing has happened.
    signal.run();
  }

  @Override
  public byte @Nullable [] poll() {
    while (passed < endAfter) {
      byte[] frame = stream.poll();
      if (frame == null) {
        return null;
      }
      if (!isDropped(frame)) {
        passed++;
        reached();
        return frame;
      }
    }
    return null;
  }

  private boolean isDropped(byte[] frame) {
    if (!dropEndBookmark || !isBookmark(frame)) {
      return false;
    }
    return dropBookmarks || contains(frame, END);
  }

  private static boolean isBookmark(byte[] frame) {
    int at = frame.length > 0 && frame[0] == '{' ? JSON_TYPE_AT : PROTOBUF_TYPE_AT;
    int end = at + BOOKMARK.length;
    return frame.length > end && Arrays.equals(frame, at, end, BOOKMARK, 0, BOOKMARK.length);
  }

  private static boolean contains(byte[] frame, byte[] part) {
    for (int at = 0; at + part.length <= frame.length; at++) {
      if (Arrays.equals(frame, at, at + part.length, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean ended() {
    return passed >= endAfter || stream.ended();
  }

  @Override
  public void stall() {
    stream.stall();
  }

  @Override
  public void next(Oddity event) {
    stream.next(event);
  }

  @Override
  public void spare() {
    stream.spare();
  }

  @Override
  public void close() {
    stream.close();
  }
}
