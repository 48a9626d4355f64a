package dev.informant.verification.soak;

import dev.informant.verification.chaos.Churn;
import dev.informant.verification.chaos.RawApi;
import java.io.IOException;

/**
 * A kind whose objects are created once and never written again. Immutable.
 *
 * @param path of its group and version
 * @param content further fields of each object
 */
record QuietKind(String path, String plural, int objects, String content) {
  String collection() {
    return path + "/" + plural;
  }

  /** Creates the objects in the first namespace of the churn, which must exist. */
  void fill(RawApi api) throws IOException, InterruptedException {
    String label = Churn.SELECTOR.replace("=", "\":\"");
    for (int i = 0; i < objects; i++) {
      api.ensure(
          path + "/namespaces/" + Churn.namespace(0) + "/" + plural,
          "{\"metadata\":{\"name\":\"quiet-" + i + "\",\"labels\":{\"" + label + "\"}}" + content
              + "}");
    }
  }
}
