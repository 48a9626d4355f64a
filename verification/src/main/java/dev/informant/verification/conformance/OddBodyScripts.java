package dev.informant.verification.conformance;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** §2 and §6: YAML and JSON that are odd without being broken, and the ways of being broken that programs come upon. */
final class OddBodyScripts {
  private static final String HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: odd\n";

  private OddBodyScripts() {}

  static List<ConformanceScript> all() {
    return List.of(yaml(), strictYaml(), looksLike(), json());
  }

  private static ConformanceScript yaml() {
    ConformanceScript script = new ConformanceScript("6", "yaml bodies").inNamespace();
    for (String rest : List.of(
        "data: {a: &x foo, b: *x}\n",
        "data: &d {a: b}\nbinaryData: {}\n",
        "data:\n  <<: {a: b}\n  c: d\n",
        "data:\n  <<: [{a: first}, {a: second, b: second}]\n",
        "base: &b\n  x: '1'\ndata:\n  <<: *b\n",
        "data: {a: *missing}\n",
        "data: {a: &a [*a]}\n",
        "data: {a: yes}\n",
        "data: {a: 010}\n",
        "data: {a: '1', b: 2020-01-01}\n",
        "data: {a: ~}\n",
        "data: {1: a, true: b, 1.5: c}\n",
        "data: {~: b}\n",
        "data: {? {a: b} : c}\n",
        "data:\n  a: |\n    l1\n    l2\n  b: >-\n    f1\n    f2\n",
        "data: {a: !!binary aGk=}\n",
        "data: {a: !!binary '*'}\n",
        "data: {a: !!str 5}\n",
        "data: {a: !!int x}\n",
        "data: {a: !foo x}\n",
        "data: {a: b}\n---\nkind: X\n",
        "data: {a: b, a: c}\n",
        "immutable: yes\n",
        "immutable: 'true'\n",
        "data: {a: .inf}\n",
        "data: {a: 1e999}\n",
        "\tdata: x\n",
        "data: [\n",
        "data: {a: b\n",
        "data: 'a\n",
        "data: @a\n")) {
      script
          .with("Content-Type", "application/yaml")
          .raw("POST", script.core("configmaps?dryRun=All"), HEAD + rest);
    }
    script
        .with("Content-Type", "application/yaml")
        .raw("POST", script.core("configmaps?dryRun=All"), bomb());
    return script;
  }

  private static String bomb() {
    StringBuilder bomb = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x,x]\n");
    for (char name = 'b'; name < 'k'; name++) {
      String before = "*" + (char) (name - 1);
      bomb.append(name).append(": &").append(name).append(" [").append(before);
      bomb.append(("," + before).repeat(9)).append("]\n");
    }
    return bomb.toString();
  }

  private static ConformanceScript strictYaml() {
    ConformanceScript script = new ConformanceScript("9", "yaml keys twice").inNamespace();
    for (String mode : List.of("Ignore", "Warn", "Strict")) {
      String path = script.core("configmaps?dryRun=All&fieldValidation=" + mode);
      for (String rest : List.of(
          "data:\n  a: b\n  a: c\n",
          "data:\n  a: b\n  <<: {a: c}\n",
          "data: {a: b, a: c}\nunknown: 1\nmetadata: {name: z}\n")) {
        script.with("Content-Type", "application/yaml").raw("POST", path, HEAD + rest);
      }
    }
    return script;
  }

  /** Texts that would be read as something else if they were written bare. */
  private static ConformanceScript looksLike() {
    ConformanceScript script = new ConformanceScript("6", "yaml answers").inNamespace();
    String path = script.core("configmaps");
    script.post(
        path,
        "{'metadata':{'name':'a'},'data':{'k1':'0x1f','k2':'1e3','k3':'2020-01-01','k4':'no','k5':'~','k6':'',"
            + "'k7':'007','k8':'1_000','k9':'a: b','k10':'x\\n\\n y\\n','k11':'- a','k12':'null','k13':'1:30',"
            + "'k14':'" + "word ".repeat(40) + "end','k15':' a ','k16':'\\t','k17':'#a'}}");
    script.with("Accept", "application/yaml").get(path + "/a");
    script.with("Accept", "application/yaml").get(path + "?fieldSelector=metadata.name%3Da");
    return script;
  }

  private static ConformanceScript json() {
    ConformanceScript script = new ConformanceScript("2", "odd json").inNamespace();
    String path = script.core("configmaps?dryRun=All");
    for (String body : List.of(
        "{'metadata':{'name':'n'},'x':NaN}",
        "{'metadata':{'name':'n'},'x':1e999999}",
        "{'metadata':{'name':'n'},'x':01}",
        "{'metadata':{'name':'n'},'data':{'k':1e999999}}",
        "{'metadata':{'name':'n','generation':1e999999}}",
        "{'metadata':{'name':'n','generation':99999999999999999999}}",
        "{'metadata':{'name':'n'},'data':{'k':'\\ud800x'}}",
        "{'metadata':{'name':'n'},'data':{'k':'\\u0000'}}",
        "{'metadata':{'name':'n'},'metadata':{'name':'m'},'data':{'k':'1','k':'2'}}",
        "{'Metadata':{'Name':'n'},'DATA':{'k':'1'}}",
        "{'metadata':{'name':'t1'}}{'metadata':{'name':'t2'}}",
        "\ufeff{'metadata':{'name':'bom'}}",
        "[".repeat(10_001),
        "{'a':".repeat(10_001))) {
      script.post(path, body);
    }
    byte[] bytes = "{\"metadata\":{\"name\":\"u8\"},\"data\":{\"k\":\"\u00ff\u00fe\"}}"
        .getBytes(StandardCharsets.ISO_8859_1);
    script
        .with("Content-Type", "application/json")
        .base64("POST", path, Base64.getEncoder().encodeToString(bytes));
    script.post(
        script.core("configmaps?dryRun=All&fieldValidation=Strict"),
        "{'metadata':{'name':'n'},'metadata':{'name':'m'},'data':{'k':'1','k':'2'}}");
    return script;
  }
}
