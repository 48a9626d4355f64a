package dev.informant.internal.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class DeflateCompressionTest {
  private final Compression deflate = Compression.deflate();

  static byte[] pod(int number) {
    Random random = new Random(number);
    return ("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web-" + number
            + "\",\"namespace\":\"team-" + number % 7 + "\",\"uid\":\"" + random.nextLong()
            + "\",\"labels\":{\"app.kubernetes.io/name\":\"web\",\"pod-template-hash\":\""
            + Integer.toHexString(random.nextInt())
            + "\"}},\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"registry.example/web:1."
            + number % 3
            + "\",\"resources\":{\"limits\":{\"cpu\":\"500m\",\"memory\":\"128Mi\"}}}],"
            + "\"terminationGracePeriodSeconds\":30,\"restartPolicy\":\"Always\"},\"status\":"
            + "{\"phase\":\"Running\",\"podIP\":\"10.0." + number % 250 + "." + number % 99
            + "\"}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  static List<byte[]> pods(int from, int count) {
    List<byte[]> pods = new ArrayList<>();
    for (int number = from; number < from + count; number++) {
      pods.add(pod(number));
    }
    return pods;
  }

  private static int compressed(Compression.Coder coder, List<byte[]> things) {
    int sum = 0;
    for (byte[] thing : things) {
      byte[] target = new byte[coder.bound(thing.length)];
      int length = coder.compress(thing, target, 0);
      byte[] back = new byte[thing.length];
      coder.decompress(Arrays.copyOf(target, length), 0, back);
      assertThat(back).isEqualTo(thing);
      sum += length;
    }
    return sum;
  }

  @Test
  void aTrainedDictionaryHalvesWhatItHasNotSeen() {
    byte[] dictionary = deflate.train(pods(0, 200));
    assertThat(dictionary).hasSizeBetween(256, DeflateCompression.DICTIONARY_SIZE);
    List<byte[]> others = pods(5000, 200);
    int without = compressed(deflate.coder(new byte[0]), others);
    int with = compressed(deflate.coder(dictionary), others);
    assertThat(with).isLessThan(without / 2);
  }

  @Test
  void thingsWithNothingInCommonGiveNoDictionary() {
    Random random = new Random(3);
    List<byte[]> noise = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      byte[] thing = new byte[100];
      random.nextBytes(thing);
      noise.add(thing);
    }
    assertThat(deflate.train(noise)).isNull();
    assertThat(deflate.train(List.of())).isNull();
    assertThat(deflate.train(List.of(new byte[0], new byte[3]))).isNull();
  }

  @Test
  void whatCannotBeCompressedFitsIntoTheBound() {
    byte[] noise = new byte[200_000];
    new Random(7).nextBytes(noise);
    assertThat(compressed(deflate.coder(new byte[0]), List.of(noise, new byte[0], new byte[1])))
        .isPositive();
  }

  @Test
  void damageIsFound() {
    Compression.Coder coder = deflate.coder(new byte[0]);
    byte[] target = new byte[coder.bound(400)];
    int length = coder.compress(Arrays.copyOf(pod(1), 400), target, 0);
    assertThatThrownBy(() -> coder.decompress(Arrays.copyOf(target, length / 2), 0, new byte[400]))
        .isInstanceOf(IllegalStateException.class);
  }
}
