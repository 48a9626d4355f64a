package dev.informant.verification.conformance;

import java.util.List;

/** §12: what the schemas of CRDs make of custom resources. */
final class CustomValueScripts {
  private static final String DEFINITIONS = CustomResourceScripts.DEFINITIONS;

  private CustomValueScripts() {}

  static List<ConformanceScript> all() {
    return List.of(values(), formats(), embedded(), versions(), earlier());
  }

  /** Defines a kind with a spec of these properties; returns the path of its objects. */
  private static String define(
      ConformanceScript script, String plural, String kind, String properties) {
    String group = plural + ".example.com";
    script.post(
        DEFINITIONS,
        CustomResourceScripts.definition(
            plural,
            kind,
            group,
            "Cluster",
            "{'name':'v1','served':true,'storage':true,'subresources':{'status':{}},'schema':{'openAPIV3Schema':"
                + "{'type':'object','properties':{'spec':{'type':'object','properties':{"
                + properties
                + "}},'status':{'type':'object','required':['phase'],'properties':{'phase':{'type':'string'},"
                + "'count':{'type':'integer','maximum':5}}}}}}}"));
    CustomResourceScripts.established(script, plural + "." + group, "v1");
    return "/apis/" + group + "/v1/" + plural;
  }

  private static String object(String plural, String kind, String spec) {
    return "{'apiVersion':'" + plural + ".example.com/v1','kind':'" + kind
        + "','metadata':{'name':'a'},'spec':" + spec + "}";
  }

  private static ConformanceScript values() {
    ConformanceScript script = new ConformanceScript("12", "values");
    String path = define(
        script,
        "values",
        "Value",
        "'int':{'type':'integer','minimum':2,'maximum':10,'multipleOf':2},"
            + "'open':{'type':'integer','minimum':2,'exclusiveMinimum':true,'maximum':10,'exclusiveMaximum':true},"
            + "'num':{'type':'number','minimum':0.5,'maximum':1e21,'multipleOf':0.5},"
            + "'small':{'type':'integer','format':'int32'},'big':{'type':'integer','format':'int64'},"
            + "'float':{'type':'number','format':'float'},"
            + "'map':{'type':'object','additionalProperties':{'type':'integer'},'minProperties':1,'maxProperties':2},"
            + "'none':{'type':'object','additionalProperties':false},"
            + "'list':{'type':'array','items':{'type':'string','minLength':2},'minItems':1,'maxItems':2},"
            + "'set':{'type':'array','x-kubernetes-list-type':'set','items':{'type':'string'}},"
            + "'intset':{'type':'array','x-kubernetes-list-type':'set','items':{'type':'integer'}},"
            + "'keyed':{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['k'],'items':"
            + "{'type':'object','required':['k'],'properties':{'k':{'type':'string'},'v':{'type':'string'}}}},"
            + "'two':{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['k','p'],'items':"
            + "{'type':'object','required':['k'],'properties':{'k':{'type':'string'},'p':{'type':'integer','default':1}}}},"
            + "'text':{'type':'string','minLength':2,'maxLength':4,'pattern':'^[a-z]*$'},"
            + "'one':{'type':'string','maxLength':1},"
            + "'any':{'type':'object','properties':{'f':{'type':'string'},'g':{'type':'string'}},"
            + "'anyOf':[{'required':['f']},{'required':['g']}]},"
            + "'either':{'type':'object','properties':{'f':{'type':'string'},'g':{'type':'string'}},"
            + "'oneOf':[{'required':['f']},{'required':['g']}]},"
            + "'all':{'type':'string','allOf':[{'minLength':2},{'pattern':'^a'}]},"
            + "'not':{'type':'string','not':{'pattern':'^a'}},"
            + "'enum':{'type':'integer','enum':[1,2]},'nullenum':{'type':'string','nullable':true,'enum':['a']},"
            + "'maybe':{'type':'string','nullable':true},'dflt':{'type':'string','default':'x'},"
            + "'nulldflt':{'type':'string','nullable':true,'default':'x'},"
            + "'deep':{'type':'object','default':{},'properties':{'k':{'type':'string','default':'kk'}}},"
            + "'port':{'x-kubernetes-int-or-string':true},"
            + "'portmax':{'x-kubernetes-int-or-string':true,'maximum':5,'maxLength':2},"
            + "'free':{'type':'object','x-kubernetes-preserve-unknown-fields':true,'properties':"
            + "{'q':{'type':'object','properties':{'r':{'type':'string'}}}}},"
            + "'freelist':{'type':'array','x-kubernetes-preserve-unknown-fields':true,'items':{'type':'object'}},"
            + "'open2':{'type':'object','additionalProperties':true},"
            + "'rule':{'type':'integer','x-kubernetes-validations':[{'rule':'self > 3'}]},"
            + "'flag':{'type':'boolean'},'nested':{'type':'object','required':['x'],'properties':{'x':{'type':'string'}}}");
    for (String spec : List.of(
        "{}",
        "{'int':4}",
        "{'int':1}",
        "{'int':0}",
        "{'int':12}",
        "{'int':3}",
        "{'int':4.0}",
        "{'int':4.5}",
        "{'int':'4'}",
        "{'int':true}",
        "{'int':[]}",
        "{'int':{}}",
        "{'int':1e400}",
        "{'int':99999999999999999999}",
        "{'open':2}",
        "{'open':10}",
        "{'num':0.3}",
        "{'num':0.75}",
        "{'num':1}",
        "{'num':1e22}",
        "{'small':2147483648}",
        "{'small':-2147483649}",
        "{'big':9223372036854775807}",
        "{'big':9223372036854775808}",
        "{'float':1e39}",
        "{'map':{}}",
        "{'map':{'a':1,'b':2,'c':3}}",
        "{'map':{'a':'1'}}",
        "{'none':{'x':1}}",
        "{'list':[]}",
        "{'list':['aa','bb','cc']}",
        "{'list':['aa','b']}",
        "{'list':[null]}",
        "{'list':'aa'}",
        "{'set':['a','b','a','a']}",
        "{'intset':[1,1]}",
        "{'keyed':[{'k':'1','v':'a'},{'k':'1','v':'b'}]}",
        "{'keyed':[{'v':'a'},{'k':'1'}]}",
        "{'two':[{'k':'1'},{'k':'1','p':1}]}",
        "{'two':[{'k':'1'},{'k':'1','p':2}]}",
        "{'text':'a'}",
        "{'text':'abcde'}",
        "{'text':'AB'}",
        "{'text':'ä'}",
        "{'one':'ab'}",
        "{'any':{}}",
        "{'any':{'f':'1','g':'1'}}",
        "{'either':{}}",
        "{'either':{'f':'1','g':'2'}}",
        "{'either':{'f':'1'}}",
        "{'all':'b'}",
        "{'all':'a'}",
        "{'not':'ab'}",
        "{'enum':3}",
        "{'enum':1.0}",
        "{'nullenum':null}",
        "{'maybe':null,'dflt':null,'nulldflt':null,'enum':null,'flag':null}",
        "{'deep':null}",
        "{'port':1.5}",
        "{'port':null}",
        "{'port':[]}",
        "{'portmax':6}",
        "{'portmax':'abc'}",
        "{'free':{'zz':{'y':1},'q':{'r':'1','s':2}},'freelist':[{'x':1}],'open2':{'a':{'b':1},'c':1}}",
        "{'rule':'x'}",
        "{'flag':'true'}",
        "{'nested':{}}",
        "{'nested':{'x':null}}",
        "{'nested':[]}",
        "{'nested':'x'}",
        "5",
        "null")) {
      script.post(path + "?dryRun=All", object("values", "Value", spec));
    }
    script.post(
        path + "?dryRun=All&fieldValidation=Strict",
        object("values", "Value", "{'zz':1,'free':{'any':1,'q':{'s':2}},'set':['a'],'aa':{'b':1}}")
            .replace("'name':'a'", "'name':'a','zz':1,'ownerReferences':[{'zz':1}]"));
    script.post(
        path + "?dryRun=All&fieldValidation=Warn",
        object("values", "Value", "{}").replace("'name':'a'", "'name':'a','zz':1,'Labels':{}"));
    script.post(
        path,
        object("values", "Value", "{'int':4}").replace("'name'", "'labels':{'x y':'z'},'name'"));
    script.post(path, object("values", "Value", "{'int':4}"));
    script.mergePatch(path + "/a?fieldValidation=Strict", "{'metadata':{'zz':1}}");
    script.mergePatch(path + "/a", "{'spec':{'dflt':null,'deep':null,'int':null}}");
    for (String status : List.of(
        "{}",
        "{'phase':5}",
        "{'phase':'x','count':6}",
        "{'phase':'x','count':'6'}",
        "{'phase':'x','zz':1}",
        "5",
        "null")) {
      script.mergePatch(path + "/a/status", "{'status':" + status + "}");
    }
    return script;
  }

  private static ConformanceScript formats() {
    ConformanceScript script = new ConformanceScript("12", "formats");
    List<String[]> samples = List.of(
        new String[] {"date-time", "2020-01-02T03:04:05Z", "2020-01-02T03:04:05.123+01:00"},
        new String[] {"date-time", "2020-01-02", "2020-13-02T03:04:05Z", "2020-01-02T24:04:05Z", "x"
        },
        new String[] {"date", "2020-02-29", "2021-02-29", "2020-1-2"},
        new String[] {"byte", "aGk=", "aGk", "", "!!!!", "a-_="},
        new String[] {
          "uuid", "123e4567-e89b-12d3-a456-426614174000", "123E4567E89B12D3A456426614174000", "123"
        },
        new String[] {
          "uuid4", "123e4567-e89b-42d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174000"
        },
        new String[] {"ipv4", "1.2.3.4", "01.02.03.04", "1.2.3", "256.1.1.1", "::1", "::1.2.3.4"},
        new String[] {
          "ipv6",
          "::1",
          "fe80::1%25eth0",
          "1:2:3:4:5:6:7:8",
          "1:2:3:4:5:6:7",
          "::1::",
          "1.2.3.4",
          ":1"
        },
        new String[] {"cidr", "10.0.0.0/8", "10.0.0.0", "10.0.0.0/33", "::/0", "::/129"},
        new String[] {
          "mac", "01:23:45:67:89:ab", "01-23-45-67-89-ab", "0123.4567.89ab", "01:23", "xx"
        },
        new String[] {"hostname", "example.com", "a", "-a", "a_b", "a.b", "a.bc.", "1.2"},
        new String[] {
          "uri",
          "http://x/y",
          "/path",
          "x",
          "mailto:a@b",
          "http://[::1]:80/",
          "http://a b/",
          "%zz",
          "/a%zz",
          ""
        },
        new String[] {"email", "a@b", "a@b.c", "A <a@b.c>", "a", "@b", "a@", "a b@c"},
        new String[] {"duration", "1h30m", "22 ns", "5 days", "x", "5", "0", "-1.5s"},
        new String[] {"hexcolor", "#fff", "ffffff", "#ff"},
        new String[] {"rgbcolor", "rgb(1,2,3)", "rgb(1, 2 , 255)", "rgb(256,0,0)"},
        new String[] {"ssn", "111-22-3333", "111 22 3333", "111223333"},
        new String[] {"isbn", "0321751043", "978-0321751041", "123"},
        new String[] {"isbn10", "0321751044", "032175104X"},
        new String[] {"isbn13", "978-0321751042"},
        new String[] {"creditcard", "4111-1111-1111-1111", "4111-1111-1111-1112"},
        new String[] {"bsonobjectid", "507f1f77bcf86cd799439011", "507f"},
        new String[] {"password", "anything"},
        new String[] {"k8s-short-name", "abc-1", "a.b", "A"},
        new String[] {"k8s-long-name", "abc.d-1", "a..b"},
        new String[] {"unheard-of", "anything"});
    StringBuilder properties = new StringBuilder();
    for (int i = 0; i < samples.size(); i++) {
      properties
          .append(i == 0 ? "" : ",")
          .append("'p" + i + "':{'type':'string','format':'" + samples.get(i)[0] + "'}");
    }
    String path = define(script, "formats", "Format", properties.toString());
    for (int i = 0; i < samples.size(); i++) {
      String[] sample = samples.get(i);
      for (int j = 1; j < sample.length; j++) {
        script.post(
            path + "?dryRun=All",
            object("formats", "Format", "{'p" + i + "':'" + sample[j] + "'}"));
      }
    }
    for (String value : List.of("5", "1.5", "true", "{}", "['x']", "null")) {
      script.post(path + "?dryRun=All", object("formats", "Format", "{'p0':" + value + "}"));
    }
    return script;
  }

  private static ConformanceScript embedded() {
    ConformanceScript script = new ConformanceScript("12", "embedded");
    String path = define(
        script,
        "embeddings",
        "Embedding",
        "'e':{'type':'object','x-kubernetes-embedded-resource':true,'x-kubernetes-preserve-unknown-fields':true},"
            + "'s':{'type':'object','x-kubernetes-embedded-resource':true,'properties':{'spec':{'type':'object',"
            + "'properties':{'x':{'type':'string'}}}}},"
            + "'l':{'type':'array','items':{'type':'object','x-kubernetes-embedded-resource':true,"
            + "'x-kubernetes-preserve-unknown-fields':true}},"
            + "'m':{'type':'object','additionalProperties':{'type':'object','x-kubernetes-embedded-resource':true,"
            + "'x-kubernetes-preserve-unknown-fields':true}}");
    String pod = "'apiVersion':'v1','kind':'Pod'";
    for (String spec : List.of(
        "{'e':{'foo':1,'kind':'Pod'}}",
        "{'e':{'apiVersion':'v1'}}",
        "{'e':{" + pod
            + ",'any':{'x':1},'metadata':{'name':'a','bad':1,'labels':{'x':'y'},'creationTimestamp':null}}}",
        "{'s':{" + pod + ",'any':1,'spec':{'x':'1','y':2},'metadata':{'name':'a'}}}",
        "{'e':{'apiVersion':5,'kind':'Pod'}}",
        "{'e':{'apiVersion':'v1','kind':''}}",
        "{'e':{'apiVersion':'v1','kind':'P o d'}}",
        "{'e':{'apiVersion':'a/b/c','kind':'Pod'}}",
        "{'e':{" + pod + ",'metadata':{'name':'a/b'}}}",
        "{'e':{" + pod + ",'metadata':{'labels':{'x y':'z'}}}}",
        "{'e':{" + pod + ",'metadata':{'name':5}}}",
        "{'e':{" + pod + ",'metadata':[]}}",
        "{'e':'x'}",
        "{'l':[{" + pod + "},{'kind':'Pod'}]}",
        "{'m':{'x':{'apiVersion':'v1'}}}")) {
      script.post(path + "?dryRun=All", object("embeddings", "Embedding", spec));
    }
    script.post(
        path + "?dryRun=All&fieldValidation=Strict",
        object(
            "embeddings",
            "Embedding",
            "{'zz':1,'e':{" + pod + ",'metadata':{'bad':1}},'l':[{" + pod
                + ",'metadata':{'bad':1}}],'m':{'x':{" + pod + ",'metadata':{'bad':1}}}}"));
    return script;
  }

  private static ConformanceScript versions() {
    ConformanceScript script = new ConformanceScript("12", "schemas by version");
    String group = "kept.example.com";
    String name = "kepts." + group;
    String form =
        "{'name':'%s','served':true,'storage':%s,'schema':{'openAPIV3Schema':{'type':'object','properties':"
            + "{'spec':{'type':'object','properties':{'both':{'type':'string'},'%s':{'type':'string'},'d%s':"
            + "{'type':'string','default':'%s'}}}}}}}";
    String first = form.formatted("v1", "true", "one", "one", "1");
    String second = form.formatted("v2", "false", "two", "two", "2");
    script.post(
        DEFINITIONS,
        CustomResourceScripts.definition("kepts", "Kept", group, "Cluster", first + "," + second));
    CustomResourceScripts.established(script, name, "v1", "v2");
    String v1 = "/apis/" + group + "/v1/kepts";
    String v2 = "/apis/" + group + "/v2/kepts";
    String spec =
        "','kind':'Kept','metadata':{'name':'%s'},'spec':{'both':'b','one':'o','two':'t'}}";
    String a = "{'apiVersion':'" + group + "/v1" + spec.formatted("a");
    String b = "{'apiVersion':'" + group + "/v2" + spec.formatted("b");
    script.post(v1, a).post(v2, b);
    script.post(v2 + "?fieldValidation=Strict", b.replace("'b'}", "'c'}"));
    script.get(v1 + "/a").get(v2 + "/a").get(v1 + "/b").get(v2 + "/b").get(v1).get(v2);
    script.mergePatch(v2 + "/a", "{'spec':{'two':'again','both':'c'}}");
    script.get(v1 + "/a").get(v2 + "/a");
    script.watch(v2);
    script.mergePatch(
        DEFINITIONS + "/" + name,
        "{'spec':{'versions':[" + form.formatted("v1", "true", "none", "new", "n") + "," + second
            + "]}}");
    script.await(v1 + "/a", "/spec/dnew", "n");
    script.await(v2 + "/a", "/spec/both", "c");
    script.get(v1 + "/a").get(v1);
    return script;
  }

  /** What an update leaves as it was is not held against it. */
  private static ConformanceScript earlier() {
    ConformanceScript script = new ConformanceScript("12", "earlier values");
    String loose =
        "'a':{'type':'string'},'l':{'type':'array','items':{'type':'string'}},'o':{'type':'object',"
            + "'properties':{'x':{'type':'string'},'y':{'type':'string'}}}";
    String path = define(script, "earliers", "Earlier", loose);
    script.post(
        path,
        object("earliers", "Earlier", "{'a':'long','l':['x','x'],'o':{'x':'long','y':'long'}}"));
    String tight =
        "'a':{'type':'string','maxLength':1},'b':{'type':'string','maxLength':1},'l':{'type':'array',"
            + "'x-kubernetes-list-type':'set','items':{'type':'string'}},'o':{'type':'object','properties':"
            + "{'x':{'type':'string','maxLength':1},'y':{'type':'string','maxLength':1},'z':{'type':'string','default':'d'}}}";
    script.jsonPatch(
        DEFINITIONS + "/earliers.earliers.example.com",
        "[{'op':'replace','path':'/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties','value':{"
            + tight + "}}]");
    script.await(path + "/a", "/spec/o/z", "d");
    script.mergePatch(path + "/a", "{'spec':{'b':'x'}}");
    script.mergePatch(path + "/a", "{'spec':{'b':'xx'}}");
    script.mergePatch(path + "/a", "{'spec':{'a':'other'}}");
    script.mergePatch(path + "/a", "{'spec':{'o':{'x':'y'}}}");
    script.mergePatch(path + "/a", "{'spec':{'l':['x','x','y']}}");
    script.mergePatch(path + "/a", "{'spec':{'l':['x','y']}}");
    script.mergePatch(path + "/a", "{'spec':{'l':['x','x']}}");
    script.post(
        path + "?dryRun=All",
        object("earliers", "Earlier", "{'a':'long'}").replace("'a'}", "'b'}"));
    return script;
  }
}
