//! Does with the server of $KUBECONFIG what programs built on kube-rs do: typed requests, the watcher in both of its
//! strategies, a reflector, a controller with a finalizer. Ends with a line of what passed and failed.

use std::{convert::Infallible, sync::Arc, time::Duration};

use futures::{Stream, StreamExt, TryStreamExt};
use k8s_openapi::{
    api::core::v1::{ConfigMap, Namespace, Pod},
    apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
};
use kube::{
    api::{
        ApiResource, DeleteParams, DynamicObject, GroupVersionKind, ListParams, Patch, PatchParams, PostParams,
        WatchEvent, WatchParams,
    },
    core::PartialObjectMeta,
    discovery::Discovery,
    runtime::{
        controller::{Action, Controller},
        finalizer::{finalizer, Event as Finalizing},
        reflector,
        wait::{await_condition, conditions},
        watcher::{self, watcher, Event},
        WatchStreamExt,
    },
    Api, Client, Resource, ResourceExt,
};
use serde_json::json;

const NAMESPACE: &str = "kube-rs";
const PATIENCE: Duration = Duration::from_secs(60);

type Failure = Box<dyn std::error::Error>;
type Outcome = Result<(), Failure>;

fn ensure(claim: &str, holds: bool) -> Outcome {
    if holds {
        Ok(())
    } else {
        Err(format!("not so: {claim}").into())
    }
}

fn config_map(name: &str, value: &str) -> ConfigMap {
    serde_json::from_value(json!({"metadata": {"name": name, "labels": {"a": "b"}}, "data": {"k": value}}))
        .expect("a config map")
}

fn merge(value: &str) -> Patch<serde_json::Value> {
    Patch::Merge(json!({"data": {"k": value}}))
}

/// The next event of a stream, within patience.
async fn next<T, E: std::error::Error + 'static>(
    stream: &mut (impl Stream<Item = Result<T, E>> + Unpin),
) -> Result<T, Failure> {
    match tokio::time::timeout(PATIENCE, stream.try_next()).await?? {
        Some(event) => Ok(event),
        None => Err("the stream ended".into()),
    }
}

async fn requests(client: Client) -> Outcome {
    let maps: Api<ConfigMap> = Api::namespaced(client, NAMESPACE);
    let created = maps.create(&PostParams::default(), &config_map("request", "1")).await?;
    ensure("the server sets uid and version", created.uid().is_some() && created.resource_version().is_some())?;
    let mut changed = created.clone();
    changed.data = config_map("request", "2").data;
    maps.replace("request", &PostParams::default(), &changed).await?;
    let conflict = maps.replace("request", &PostParams::default(), &changed).await;
    ensure("a stale replace is a conflict", matches!(conflict, Err(kube::Error::Api(status)) if status.code == 409))?;
    maps.patch("request", &PatchParams::default(), &merge("3")).await?;
    maps.patch("request", &PatchParams::default(), &Patch::Strategic(json!({"data": {"s": "4"}}))).await?;
    let patch = serde_json::from_value(json!([{"op": "add", "path": "/data/j", "value": "5"}]))?;
    maps.patch("request", &PatchParams::default(), &Patch::Json::<()>(patch)).await?;
    let data = maps.get("request").await?.data.unwrap_or_default();
    ensure("three patches are read back", data["k"] == "3" && data["s"] == "4" && data["j"] == "5")?;
    ensure("what is missing is none", maps.get_opt("nothing").await?.is_none())?;
    let only = maps.get_metadata("request").await?;
    ensure("metadata alone", only.metadata.name.as_deref() == Some("request"))?;
    let refused = maps.create(&PostParams::default(), &config_map("Not_A_Name", "")).await;
    ensure("a bad name is refused", matches!(refused, Err(kube::Error::Api(status)) if status.code == 422))?;
    maps.delete("request", &DeleteParams::default()).await?;
    Ok(())
}

async fn pages(client: Client) -> Outcome {
    let maps: Api<ConfigMap> = Api::namespaced(client, NAMESPACE);
    for i in 0..5 {
        maps.create(&PostParams::default(), &config_map(&format!("page-{i}"), "")).await?;
    }
    let mut parameters = ListParams::default().labels("a=b").limit(2);
    let mut names = Vec::new();
    loop {
        let page = maps.list(&parameters).await?;
        let token = page.metadata.continue_.clone().filter(|token| !token.is_empty());
        names.extend(page.into_iter().map(|map| map.name_any()));
        match token {
            Some(token) => parameters = parameters.continue_token(&token),
            None => break,
        }
    }
    ensure("five in three pages", names == ["page-0", "page-1", "page-2", "page-3", "page-4"])?;
    maps.delete_collection(&DeleteParams::default(), &ListParams::default().labels("a=b")).await?;
    Ok(())
}

/// The watcher through its initial list, a change and a delete, in the strategy that `config` names.
async fn watching(client: Client, config: watcher::Config) -> Outcome {
    let maps: Api<ConfigMap> = Api::namespaced(client, NAMESPACE);
    for i in 0..3 {
        maps.create(&PostParams::default(), &config_map(&format!("watched-{i}"), "1")).await?;
    }
    let mut events = watcher(maps.clone(), config.labels("a=b")).boxed();
    ensure("it begins with Init", matches!(next(&mut events).await?, Event::Init))?;
    let mut initial = Vec::new();
    loop {
        match next(&mut events).await? {
            Event::InitApply(map) => initial.push(map.name_any()),
            Event::InitDone => break,
            other => return Err(format!("not an initial event: {other:?}").into()),
        }
    }
    initial.sort();
    ensure("three are in the initial list", initial == ["watched-0", "watched-1", "watched-2"])?;
    maps.patch("watched-1", &PatchParams::default(), &merge("2")).await?;
    match next(&mut events).await? {
        Event::Apply(map) => ensure("the change arrives", map.data.unwrap_or_default()["k"] == "2")?,
        other => return Err(format!("not the change: {other:?}").into()),
    }
    let unlabelled = Patch::Merge(json!({"metadata": {"labels": {"a": null}}}));
    maps.patch("watched-2", &PatchParams::default(), &unlabelled).await?;
    match next(&mut events).await? {
        Event::Delete(map) => ensure("what leaves the selector is a delete", map.name_any() == "watched-2")?,
        other => return Err(format!("not a delete: {other:?}").into()),
    }
    for i in 0..3 {
        maps.delete(&format!("watched-{i}"), &DeleteParams::default()).await?;
    }
    for i in 0..2 {
        match next(&mut events).await? {
            Event::Delete(map) => ensure("deletes arrive in order", map.name_any() == format!("watched-{i}"))?,
            other => return Err(format!("not a delete: {other:?}").into()),
        }
    }
    Ok(())
}

/// A bare watch, from the version of a list: what came after it, and nothing else.
async fn resumed(client: Client) -> Outcome {
    let maps: Api<ConfigMap> = Api::namespaced(client, NAMESPACE);
    maps.create(&PostParams::default(), &config_map("resumed", "1")).await?;
    let version = maps.list(&ListParams::default()).await?.metadata.resource_version.unwrap_or_default();
    maps.patch("resumed", &PatchParams::default(), &merge("2")).await?;
    maps.delete("resumed", &DeleteParams::default()).await?;
    let mut events = maps.watch(&WatchParams::default(), &version).await?.boxed();
    match (next(&mut events).await?, next(&mut events).await?) {
        (WatchEvent::Modified(_), WatchEvent::Deleted(_)) => Ok(()),
        other => Err(format!("not the change and the delete: {other:?}").into()),
    }
}

async fn metadata_only(client: Client) -> Outcome {
    let pods: Api<PartialObjectMeta<Pod>> = Api::all(client);
    let mut events = watcher(pods, watcher::Config::default().streaming_lists()).boxed();
    let mut seen = 0;
    loop {
        match next(&mut events).await? {
            Event::Init => {}
            Event::InitApply(_) => seen += 1,
            Event::InitDone => return ensure("the simulated pods are there", seen > 0),
            other => return Err(format!("not an initial event: {other:?}").into()),
        }
    }
}

async fn reflecting(client: Client) -> Outcome {
    let pods: Api<Pod> = Api::all(client);
    let (store, writer) = reflector::store();
    let stream = reflector::reflector(writer, watcher(pods, watcher::Config::default().any_semantic()));
    let driver = stream.default_backoff().touched_objects().for_each(|_| futures::future::ready(()));
    tokio::select! {
        () = driver => Err("the reflector ended".into()),
        ready = tokio::time::timeout(PATIENCE, store.wait_until_ready()) => {
            ready??;
            ensure("the store has the simulated pods", !store.state().is_empty())
        }
    }
}

/// A custom resource, a controller with a finalizer that marks each object, and its clean-up on delete.
async fn controlling(client: Client) -> Outcome {
    let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
    let definition = serde_json::from_value(json!({
        "metadata": {"name": "gears.kube-rs.example.com"},
        "spec": {
            "group": "kube-rs.example.com", "scope": "Namespaced", "names": {"plural": "gears", "kind": "Gear"},
            "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                    "spec": {"type": "object", "properties": {"teeth": {"type": "integer"}}},
                    "status": {"type": "object", "properties": {"turned": {"type": "boolean"}}}}}}}]
        }
    }))?;
    definitions.create(&PostParams::default(), &definition).await?;
    let established =
        await_condition(definitions.clone(), "gears.kube-rs.example.com", conditions::is_crd_established());
    tokio::time::timeout(PATIENCE, established).await??;

    let kind = ApiResource::from_gvk(&GroupVersionKind::gvk("kube-rs.example.com", "v1", "Gear"));
    let gears: Api<DynamicObject> = Api::namespaced_with(client.clone(), NAMESPACE, &kind);
    let reconciled = gears.clone();
    let controller = Controller::new_with(gears.clone(), watcher::Config::default(), kind.clone()).run(
        move |gear, _| reconcile(reconciled.clone(), gear),
        |_, _, _| Action::requeue(Duration::from_millis(100)),
        Arc::new(()),
    );
    let user = async {
        let gear = DynamicObject::new("big", &kind).data(json!({"spec": {"teeth": 12}}));
        let uid = gears.create(&PostParams::default(), &gear).await?.uid().unwrap_or_default();
        let turned = await_condition(gears.clone(), "big", |gear: Option<&DynamicObject>| {
            gear.is_some_and(|gear| gear.data["status"]["turned"] == true && !gear.finalizers().is_empty())
        });
        tokio::time::timeout(PATIENCE, turned).await??;
        gears.delete("big", &DeleteParams::default()).await?;
        let deleted = await_condition(gears.clone(), "big", conditions::is_deleted(&uid));
        tokio::time::timeout(PATIENCE, deleted).await??;
        ensure("the clean-up ran first", Api::<ConfigMap>::namespaced(client, NAMESPACE).get_opt("cleaned-big").await?.is_some())
    };
    tokio::select! {
        () = controller.for_each(|_| futures::future::ready(())) => Err("the controller ended".into()),
        outcome = user => outcome,
    }?;
    definitions.delete("gears.kube-rs.example.com", &DeleteParams::default()).await?;
    Ok(())
}

async fn reconcile(
    gears: Api<DynamicObject>,
    gear: Arc<DynamicObject>,
) -> Result<Action, kube::runtime::finalizer::Error<kube::Error>> {
    finalizer(&gears, "kube-rs.example.com/oiled", gear, |event| async {
        match event {
            Finalizing::Apply(gear) => {
                let status = Patch::Merge(json!({"status": {"turned": true}}));
                gears.patch_status(&gear.name_any(), &PatchParams::default(), &status).await?;
                Ok(Action::await_change())
            }
            Finalizing::Cleanup(gear) => {
                let maps: Api<ConfigMap> = Api::namespaced(gears.clone().into_client(), NAMESPACE);
                let mark = config_map(&format!("cleaned-{}", gear.name_any()), "");
                match maps.create(&PostParams::default(), &mark).await {
                    Err(kube::Error::Api(status)) if status.code == 409 => {}
                    other => drop(other?),
                }
                Ok(Action::await_change())
            }
        }
    })
    .await
}

async fn discovering(client: Client) -> Outcome {
    let discovery = Discovery::new(client).run().await?;
    let (resource, _) = discovery
        .resolve_gvk(&GroupVersionKind::gvk("apps", "v1", "Deployment"))
        .ok_or("deployments are not discovered")?;
    ensure("deployments have their plural", resource.plural == Pod::plural(&()).replace("pods", "deployments"))
}

async fn prepare(client: Client) -> Outcome {
    let namespaces: Api<Namespace> = Api::all(client);
    let namespace = serde_json::from_value(json!({"metadata": {"name": NAMESPACE}}))?;
    match namespaces.create(&PostParams::default(), &namespace).await {
        Err(kube::Error::Api(status)) if status.code == 409 => Ok(()),
        other => Ok(drop(other?)),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Infallible> {
    let client = match Client::try_default().await {
        Ok(client) => client,
        Err(failure) => {
            println!("FAILED to read the kubeconfig: {failure}");
            std::process::exit(1);
        }
    };
    let (mut passed, mut failed) = (0, 0);
    let mut report = |what: &str, outcome: Outcome| match outcome {
        Ok(()) => passed += 1,
        Err(failure) => {
            failed += 1;
            println!("FAILED {what}: {failure}");
        }
    };
    report("prepare", prepare(client.clone()).await);
    report("requests", requests(client.clone()).await);
    report("pages", pages(client.clone()).await);
    report("watcher, ListWatch", watching(client.clone(), watcher::Config::default().page_size(2)).await);
    report("watcher, ListWatch from the cache", watching(client.clone(), watcher::Config::default().any_semantic()).await);
    report("watcher, StreamingList", watching(client.clone(), watcher::Config::default().streaming_lists()).await);
    report("a bare watch", resumed(client.clone()).await);
    report("metadata watcher", metadata_only(client.clone()).await);
    report("reflector", reflecting(client.clone()).await);
    report("controller with a finalizer", controlling(client.clone()).await);
    report("discovery", discovering(client).await);
    println!("kube-rs: {passed} passed, {failed} failed");
    std::process::exit(i32::from(failed > 0))
}
