package dev.informant.kubernetes.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@SuppressWarnings("deprecation") // Vert.x 5 will have another way to its memory
class UncopiedBodiesTest {
  @Test
  void aBufferThatFillsItsArrayGivesItAway() {
    Buffer whole = UncopiedBodies.buffer(Buffer.buffer(new byte[] {1, 2, 3}));
    assertThat(whole.getBytes()).containsExactly(1, 2, 3).isSameAs(whole.getBytes());
    assertThat(whole.length()).isEqualTo(3);
    assertThat(whole.getBytes(1, 2)).containsExactly(2);
  }

  @Test
  void aPartOfAnArrayIsCopiedAsEver() {
    byte[] array = {1, 2, 3, 4};
    assertThat(UncopiedBodies.buffer(Buffer.buffer(Unpooled.wrappedBuffer(array, 1, 3)))
            .getBytes())
        .containsExactly(2, 3, 4);
    assertThat(UncopiedBodies.buffer(Buffer.buffer(Unpooled.wrappedBuffer(array, 0, 3)))
            .getBytes())
        .containsExactly(1, 2, 3);
    Buffer room = Buffer.buffer(16).appendByte((byte) 7);
    assertThat(UncopiedBodies.buffer(room).getBytes()).containsExactly(7);
  }

  @Test
  void memoryOutsideTheHeapIsCopied() {
    Buffer direct = Buffer.buffer(Unpooled.directBuffer(4).writeBytes(new byte[] {5, 6}));
    assertThat(UncopiedBodies.buffer(direct).getBytes()).containsExactly(5, 6);
  }
}
