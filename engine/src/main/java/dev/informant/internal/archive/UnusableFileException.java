package dev.informant.internal.archive;

import java.io.IOException;

/** A file is not what it should be: torn, damaged, or of another cache. */
final class UnusableFileException extends IOException {
  private static final long serialVersionUID = 1;

  UnusableFileException(String message) {
    super(message);
  }
}
