package dev.informant.apiserver.yaml;

import java.util.List;

/** A part of a document as it is written, before anything is made of it. */
sealed interface YamlNode {
  /** From 0. */
  int line();

  /**
   * A scalar.
   *
   * @param tag empty if there is none
   * @param plain whether its meaning follows from the text: it has neither quotes nor a tag
   */
  record Text(int line, String tag, String text, boolean plain) implements YamlNode {}

  /** A list; filled after it is made, for it may refer to itself. */
  record Sequence(int line, List<YamlNode> items) implements YamlNode {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** Keys and values; filled after it is made, for it may refer to itself. */
  record Mapping(int line, List<Member> members) implements YamlNode {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** One mention of an anchor. */
  record Alias(int line, String name, YamlNode target) implements YamlNode {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** A key and its value. */
  record Member(YamlNode key, YamlNode value) {
    boolean merges() {
      return key instanceof Text text
          && text.text().equals("<<")
          && (text.plain() || text.tag().equals(Scalar.MERGE));
    }
  }
}
