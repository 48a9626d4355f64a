package dev.informant.internal.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PackerTest {
  private final Packer packer = new Packer(Compression.deflate());

  private static byte[] text(String of) {
    return of.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 127, 128, 1023, Packer.HIGHEST})
  void packedBytesCanGetAnotherNumberOfTheirDictionary(int number) {
    byte[] raw = text("the same bytes under another number, the same bytes");
    for (int known : new int[] {1, 200}) {
      byte[] packed = packer.pack(raw, Compression.deflate().coder(text("the same bytes")), known);
      byte[] other = Packer.renumbered(packed, number);
      assertThat(Packer.number(other)).isEqualTo(number);
      assertThat(Packer.renumbered(other, known)).isEqualTo(packed);
    }
  }

  @Test
  void anObjectThatOthersAreLikeIsNotTheDictionaryOfTheRest() {
    packer.add(text("trained"));
    int template = packer.addTemplate(text("one of many"));
    assertThat(template).isEqualTo(2);
    assertThat(packer.latest()).isEqualTo(1);
    assertThat(Packer.number(packer.pack(text("another")))).isEqualTo(1);
  }
}
