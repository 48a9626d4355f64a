package dev.informant.verification.conformance;

import java.util.List;

/** §12: what a CRD must be like, how it may change, and which names it gets. */
final class DefinitionScripts {
  private static final String DEFINITIONS = CustomResourceScripts.DEFINITIONS;
  private static final String DRY = DEFINITIONS + "?dryRun=All";

  private DefinitionScripts() {}

  static List<ConformanceScript> all() {
    return List.of(schemas(), definitions(), changes(), names());
  }

  private static String version(String name, boolean storage, String schema, String more) {
    return "{'name':'" + name + "','served':true,'storage':" + storage
        + ",'schema':{'openAPIV3Schema':" + schema + "}" + more + "}";
  }

  private static String one(String group, String schema, String more) {
    return CustomResourceScripts.definition(
        "as", "A", group, "Namespaced", version("v1", true, schema, more));
  }

  /** One property at a time, each wrong in one way. */
  private static ConformanceScript schemas() {
    ConformanceScript script = new ConformanceScript("12", "schemas");
    for (String property : List.of(
        "{}",
        "{'type':'foo'}",
        "{'type':'null'}",
        "{'type':5}",
        "{'type':'string','nullable':'x'}",
        "{'type':'array'}",
        "{'type':'array','items':{}}",
        "{'type':'array','items':[{'type':'string'}]}",
        "{'type':'array','items':{'type':'string'},'uniqueItems':true}",
        "{'type':'string','pattern':'('}",
        "{'type':'string','pattern':'(?=x)'}",
        "{'type':'string','pattern':'a{2000}'}",
        "{'type':'integer','default':'x'}",
        "{'type':'object','default':{'x':1},'properties':{'a':{'type':'string'}}}",
        "{'type':'object','properties':{'b':{'type':'integer','default':11,'maximum':10}}}",
        "{'type':'string','default':'c','enum':['a','b']}",
        "{'type':'object','additionalProperties':{'type':'string'},'properties':{'a':{'type':'string'}}}",
        "{'type':'object','additionalProperties':{}}",
        "{'type':'object','additionalProperties':true}",
        "{'type':'object','$ref':'#/x'}",
        "{'type':'object','id':'x'}",
        "{'type':'object','$schema':'x'}",
        "{'type':'object','definitions':{'a':{'type':'string'}}}",
        "{'type':'object','dependencies':{'a':['b']}}",
        "{'type':'object','patternProperties':{'a':{'type':'string'}}}",
        "{'type':'array','items':{'type':'string'},'additionalItems':true}",
        "{'x-kubernetes-int-or-string':true,'x-kubernetes-preserve-unknown-fields':true}",
        "{'x-kubernetes-int-or-string':true,'anyOf':[{'type':'integer'},{'type':'string'}]}",
        "{'x-kubernetes-int-or-string':true,'anyOf':[{'type':'integer'},{'type':'boolean'}]}",
        "{'x-kubernetes-int-or-string':true,'allOf':[{'anyOf':[{'type':'integer'},{'type':'string'}]},{'minimum':1}]}",
        "{'type':'object','x-kubernetes-preserve-unknown-fields':false}",
        "{'type':'string','x-kubernetes-embedded-resource':true}",
        "{'x-kubernetes-embedded-resource':true,'x-kubernetes-preserve-unknown-fields':true}",
        "{'type':'object','x-kubernetes-embedded-resource':true}",
        "{'type':'object','x-kubernetes-embedded-resource':true,'properties':{'kind':{'type':'integer'}}}",
        "{'type':'object','x-kubernetes-embedded-resource':true,'properties':{'metadata':{'type':'object','properties':{'name':{'type':'string'}}}}}",
        "{'type':'object','x-kubernetes-list-type':'set'}",
        "{'x-kubernetes-preserve-unknown-fields':true,'x-kubernetes-map-type':'atomic'}",
        "{'type':'array','items':{'type':'string'},'x-kubernetes-map-type':'atomic'}",
        "{'type':'object','x-kubernetes-map-type':'foo'}",
        "{'type':'array','items':{'type':'string'},'x-kubernetes-list-type':'foo'}",
        "{'type':'array','items':{'type':'object'},'x-kubernetes-list-type':'set'}",
        "{'type':'array','items':{'type':'object','x-kubernetes-map-type':'atomic'},'x-kubernetes-list-type':'set'}",
        "{'type':'array','items':{'type':'array','items':{'type':'string'},'x-kubernetes-list-type':'set'},'x-kubernetes-list-type':'set'}",
        "{'type':'array','items':{'type':'string','nullable':true},'x-kubernetes-list-type':'set'}",
        "{'type':'array','items':{'type':'object'},'x-kubernetes-list-type':'map'}",
        "{'type':'array','items':{'type':'string'},'x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['a']}",
        "{'type':'array','items':{'type':'object'},'x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['a']}",
        "{'type':'array','items':{'type':'object','properties':{'a':{'type':'string'}}},'x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['a']}",
        "{'type':'array','items':{'type':'object','required':['a'],'properties':{'a':{'type':'string','nullable':true}}},'x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['a']}",
        "{'type':'array','items':{'type':'object','required':['a'],'properties':{'a':{'type':'array','items':{'type':'string'}}}},'x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['a']}",
        "{'type':'array','items':{'type':'object','required':['a'],'properties':{'a':{'type':'string'}}},'x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['a','a']}",
        "{'type':'array','items':{'type':'object','required':['a'],'properties':{'a':{'type':'string'}}},'x-kubernetes-list-map-keys':['a']}",
        "{'type':'array','items':{'type':'object','required':['a'],'properties':{'a':{'type':'string'}}},'x-kubernetes-list-type':'set','x-kubernetes-list-map-keys':['a']}",
        "{'type':'string','x-kubernetes-validations':[{}]}",
        "{'type':'string','x-kubernetes-validations':[{'rule':' '}]}",
        "{'type':'string','x-kubernetes-validations':[{'rule':'true','message':' '}]}",
        "{'type':'string','x-kubernetes-validations':[{'rule':'true','message':'a\\nb'}]}",
        "{'type':'string','x-kubernetes-validations':[{'rule':'true\\n||false'}]}",
        "{'type':'string','x-kubernetes-validations':[{'rule':'true','messageExpression':' '}]}",
        "{'type':'string','x-kubernetes-validations':[{'rule':'true','reason':'Foo'}]}",
        "{'type':'object','properties':{'x':{'type':'string'}},'x-kubernetes-validations':[{'rule':'true','fieldPath':'.y'}]}",
        "{'type':'object','properties':{'x':{'type':'string'}},'x-kubernetes-validations':[{'rule':'true','fieldPath':'.x'}]}",
        "{'type':'object','anyOf':[{'type':'object'}]}",
        "{'type':'string','anyOf':[{'description':'x'}]}",
        "{'type':'string','oneOf':[{'default':'x'}]}",
        "{'type':'string','not':{'nullable':true}}",
        "{'type':'object','allOf':[{'additionalProperties':{'minLength':1}}]}",
        "{'type':'object','allOf':[{'x-kubernetes-preserve-unknown-fields':true}]}",
        "{'type':'object','allOf':[{'properties':{'metadata':{'required':['x']}}}]}",
        "{'type':'string','allOf':[{'pattern':'['}]}",
        "{'type':'string','format':'foo'}",
        "{'type':'integer','format':'date'}",
        "{'type':'string','format':'date-time'}",
        "{'type':'object','properties':{'metadata':{'type':'string'}}}")) {
      script.post(
          DRY, one("bad.example.com", "{'type':'object','properties':{'a':" + property + "}}", ""));
    }
    for (String root : List.of(
        "{'type':'string'}",
        "{'properties':{'a':{'type':'string'}}}",
        "{'type':'object','nullable':true}",
        "{'type':'object','additionalProperties':true}",
        "{'type':'object','properties':{'kind':{'type':'integer'}}}",
        "{'type':'object','properties':{'metadata':{'type':'string'}}}",
        "{'type':'object','properties':{'metadata':{'type':'object','properties':{'labels':{'type':'object'}}}}}",
        "{'type':'object','properties':{'metadata':{'type':'object','description':'x'}}}",
        "{'type':'object','properties':{'metadata':{'type':'object','properties':{'name':{'type':'string','pattern':'^a'}}}}}",
        "{'type':'object','properties':{'metadata':{'type':'object','default':{}}}}",
        "{'type':'object','anyOf':[{'required':['a']},{'properties':{'b':{'minLength':1}}}]}",
        "{'type':'object','properties':{'b':{'type':'string'}},'anyOf':[{'properties':{'b':{'minLength':1}}}]}")) {
      script.post(DRY, one("bad.example.com", root, ""));
    }
    script.post(
        DRY,
        one(
            "bad.example.com",
            "{'type':'object','oneOf':[{'required':['a']}]}",
            ",'subresources':{'status':{}}"));
    script.post(
        DRY,
        one(
            "bad.example.com",
            "{'type':'object','maxProperties':3}",
            ",'subresources':{'status':{}}"));
    return script;
  }

  private static ConformanceScript definitions() {
    ConformanceScript script = new ConformanceScript("12", "definitions");
    String plain = "{'type':'object'}";
    String good = one("bad.example.com", plain, "");
    for (String[] change : List.of(
        new String[] {"'as.bad.example.com'", "'as'"},
        new String[] {"'as.bad.example.com'", "'As.bad.example.com'"},
        new String[] {"bad.example.com", "bad"},
        new String[] {"bad.example.com", "Bad.Example"},
        new String[] {"bad.example.com", "bad.k8s.io"},
        new String[] {"'plural':'as'", "'plural':'As'"},
        new String[] {"'kind':'A'", "'kind':'1A'"},
        new String[] {"'kind':'A'", "'kind':'A_b'"},
        new String[] {"'kind':'A'", "'kind':''"},
        new String[] {"'kind':'A'", "'kind':'A','listKind':'A'"},
        new String[] {"'kind':'A'", "'kind':'A','listKind':'a b'"},
        new String[] {"'kind':'A'", "'kind':'A','singular':'X'"},
        new String[] {"'kind':'A'", "'kind':'A','shortNames':['X','ok','1']"},
        new String[] {"'kind':'A'", "'kind':'A','categories':['All']"},
        new String[] {"'name':'v1'", "'name':'V1'"},
        new String[] {"'name':'v1'", "'name':''"},
        new String[] {"'name':'v1'", "'name':'v1','deprecationWarning':'x'"},
        new String[] {"'name':'v1'", "'name':'v1','deprecated':true,'deprecationWarning':''"},
        new String[] {"'scope'", "'preserveUnknownFields':true,'scope'"},
        new String[] {"'scope'", "'preserveUnknownFields':false,'scope'"},
        new String[] {"'scope'", "'conversion':{'strategy':'Webhook'},'scope'"},
        new String[] {"'scope'", "'conversion':{'strategy':'Foo'},'scope'"},
        new String[] {"'scope'", "'conversion':{},'scope'"},
        new String[] {
          "'scope'",
          "'conversion':{'strategy':'None','webhook':{'conversionReviewVersions':['v1']}},'scope'"
        },
        new String[] {
          "'scope'",
          "'conversion':{'strategy':'Webhook','webhook':{'clientConfig':{},'conversionReviewVersions':['v1']}},'scope'"
        },
        new String[] {
          "'scope'",
          "'conversion':{'strategy':'Webhook','webhook':{'clientConfig':{'url':'http://x/y'},'conversionReviewVersions':['v2']}},'scope'"
        },
        new String[] {
          "'scope'",
          "'conversion':{'strategy':'Webhook','webhook':{'clientConfig':{'url':'https://x/y?z'},'conversionReviewVersions':['v1','v1']}},'scope'"
        },
        new String[] {
          "'scope'",
          "'conversion':{'strategy':'Webhook','webhook':{'clientConfig':{'service':{'name':'','namespace':'x','path':'y'}},'conversionReviewVersions':['v1beta1']}},'scope'"
        },
        new String[] {
          "'scope'",
          "'conversion':{'strategy':'Webhook','webhook':{'clientConfig':{'service':{'name':'x','namespace':'y'}},'conversionReviewVersions':['v1']}},'scope'"
        })) {
      script.post(DRY, good.replace(change[0], change[1]));
    }
    for (String more : List.of(
        ",'subresources':{'scale':{}}",
        ",'subresources':{'scale':{'specReplicasPath':'spec.x','statusReplicasPath':'.status.x'}}",
        ",'subresources':{'scale':{'specReplicasPath':'.x','statusReplicasPath':'.spec.x'}}",
        ",'subresources':{'scale':{'specReplicasPath':'.spec.x','statusReplicasPath':'.status.x','labelSelectorPath':'.x'}}",
        ",'additionalPrinterColumns':[{}]",
        ",'additionalPrinterColumns':[{'name':'x','type':'foo','jsonPath':'.x'}]",
        ",'additionalPrinterColumns':[{'name':'x','type':'string','format':'foo','jsonPath':'x'}]",
        ",'selectableFields':[{'jsonPath':'.spec.x'}]",
        ",'selectableFields':[{}]",
        ",'selectableFields':[{'jsonPath':'spec'}]")) {
      script.post(DRY, one("bad.example.com", plain, more));
    }
    String fields =
        "{'type':'object','properties':{'s':{'type':'string'},'o':{'type':'object'},'metadata':{'type':'object','properties':{'name':{'type':'string'}}}}}";
    for (String path : List.of(
        "[{'jsonPath':'.s'}]",
        "[{'jsonPath':'.o'}]",
        "[{'jsonPath':'.s'},{'jsonPath':'.s'}]",
        "[{'jsonPath':'.metadata.name'}]",
        "[{'jsonPath':'.s[0]'}]")) {
      script.post(DRY, one("bad.example.com", fields, ",'selectableFields':" + path));
    }
    for (String versions : List.of(
        version("v1", true, plain, "") + "," + version("v1", false, plain, ""),
        version("v1", true, plain, "") + "," + version("v2", true, plain, ""),
        version("v1", true, plain, "") + ","
            + version(
                "v1",
                false,
                "{'type':'object','properties':{'a':{'type':'string','enum':['x']}}}",
                ""),
        version("v1", true, plain, "") + ","
            + version("v2", false, "{'type':'object','properties':{'a':{}}}", ""),
        version("v1", true, plain, "") + ","
            + version("v2", false, plain, ",'subresources':{'scale':{}}"),
        version("v1", true, plain, "") + ","
            + version("v2", true, plain, ",'subresources':{'status':{}}"),
        "{'name':'v1','served':true,'storage':true,'schema':{}}")) {
      script.post(
          DRY,
          CustomResourceScripts.definition("as", "A", "bad.example.com", "Namespaced", versions));
    }
    return script;
  }

  private static ConformanceScript changes() {
    ConformanceScript script = new ConformanceScript("12", "changes of definitions");
    String group = "changing.example.com";
    String name = "changes." + group;
    String path = DEFINITIONS + "/" + name;
    String first = version("v1", true, "{'type':'object'}", "");
    script.post(
        DEFINITIONS,
        CustomResourceScripts.definition("changes", "Change", group, "Namespaced", first));
    CustomResourceScripts.established(script, name, "v1");
    script.mergePatch(path, "{'spec':{'scope':'Cluster'}}");
    script.mergePatch(path, "{'spec':{'names':{'kind':'Other'}}}");
    script.mergePatch(path, "{'spec':{'names':{'plural':'others'}}}");
    script.mergePatch(path, "{'spec':{'group':'other.example.com'}}");
    script.mergePatch(path, "{'spec':{'versions':[]}}");
    script.mergePatch(
        path, "{'spec':{'versions':[" + version("v2", true, "{'type':'object'}", "") + "]}}");
    script.mergePatch(path, "{'spec':{'preserveUnknownFields':true}}");
    script.mergePatch(path, "{'spec':{'versions':[" + version("v1", true, "{}", "") + "]}}");
    script.mergePatch(path + "/status", "{'status':{'acceptedNames':{'plural':'No No'}}}");
    script.mergePatch(path + "/status", "{'status':{'storedVersions':[]}}");
    String both = "{'spec':{'versions':["
        + version("v1", false, "{'type':'object'}", "") + ","
        + version("v2", true, "{'type':'object'}", "") + "]}}";
    script.mergePatch(path, both);
    script.mergePatch(
        path, "{'spec':{'versions':[" + version("v2", true, "{'type':'object'}", "") + "]}}");
    script.mergePatch(path + "/status", "{'status':{'storedVersions':['v2']}}");
    script.mergePatch(
        path, "{'spec':{'versions':[" + version("v2", true, "{'type':'object'}", "") + "]}}");
    script.mergePatch(path, "{'spec':{'names':{'shortNames':['ch'],'singular':'one'}}}");
    script.await(path, "/status/acceptedNames/singular", "one");
    script.get(path);
    script.capture("rv", "/metadata/resourceVersion").get(path);
    script.put(
        path,
        CustomResourceScripts.definition(
                "changes", "Change", group, "Cluster", version("v2", true, "{'type':'object'}", ""))
            .replace("'name':'changes", "'resourceVersion':'${rv}','name':'changes"));
    return script;
  }

  private static ConformanceScript names() {
    ConformanceScript script = new ConformanceScript("12", "names");
    String group = "names.example.com";
    String version = version("v1", true, "{'type':'object'}", "");
    script.post(
        DEFINITIONS,
        CustomResourceScripts.definition("firsts", "First", group, "Namespaced", version)
            .replace("'kind'", "'shortNames':['f','g'],'kind'"));
    CustomResourceScripts.established(script, "firsts." + group, "v1");
    String[][] conflicts = {
      {"kinds", "'kind':'First','listKind':'Kinds','singular':'kindone'"},
      {"lists", "'kind':'FirstList','listKind':'Lists'"},
      {"listkinds", "'kind':'Listkind','listKind':'FirstList'"},
      {"shorts", "'kind':'Short','shortNames':['s','f','g']"},
      {"singles", "'kind':'Single','singular':'first'"},
      {"f", "'kind':'Plural'"},
      {"several", "'kind':'First','singular':'first','shortNames':['f'],'categories':['all']"}
    };
    for (String[] conflict : conflicts) {
      String name = conflict[0] + "." + group;
      script.post(
          DEFINITIONS,
          CustomResourceScripts.definition(conflict[0], "KIND", group, "Namespaced", version)
              .replace("'kind':'KIND'", conflict[1]));
      script.await(DEFINITIONS + "/" + name, "/status/conditions/0/status", "False");
      script.get(DEFINITIONS + "/" + name);
    }
    script.get("/apis/" + group + "/v1");
    script.get("/apis/" + group + "/v1/namespaces/default/kinds");
    script.delete(DEFINITIONS + "/several." + group);
    script.delete(DEFINITIONS + "/f." + group);
    script.delete(DEFINITIONS + "/lists." + group);
    script.await(DEFINITIONS + "/several." + group, "/code", "404");
    script.await(DEFINITIONS + "/f." + group, "/code", "404");
    script.await(DEFINITIONS + "/lists." + group, "/code", "404");
    script.delete(DEFINITIONS + "/firsts." + group);
    for (String name : List.of("kinds", "listkinds", "shorts", "singles")) {
      String path = DEFINITIONS + "/" + name + "." + group;
      script.await(path, "/status/conditions/1/status", "True");
      script.get(path);
    }
    return script;
  }
}
