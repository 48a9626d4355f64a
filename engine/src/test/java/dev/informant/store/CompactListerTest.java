package dev.informant.store;

import dev.informant.TestBytes;
import dev.informant.internal.store.Widget;
import dev.informant.object.ObjectForm;

/** The same claims over the compact form. */
final class CompactListerTest extends ListerTest {
  @Override
  ObjectForm<Widget> form() {
    return TestBytes.compactWidgets();
  }
}
