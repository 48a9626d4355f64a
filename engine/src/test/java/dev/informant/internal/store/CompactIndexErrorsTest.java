package dev.informant.internal.store;

import dev.informant.TestBytes;
import dev.informant.object.ObjectForm;

/** The same claims over the compact form. */
final class CompactIndexErrorsTest extends IndexErrorsTest {
  @Override
  ObjectForm<Widget> form() {
    return TestBytes.compactWidgets();
  }
}
