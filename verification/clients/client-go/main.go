// Command client-go does with the server of $KUBECONFIG what programs built on client-go do: typed writes in
// protobuf, dynamic and metadata clients, shared informers, leader election. It exits 1 at the first surprise.
package main

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/record"
)

const namespace = "client-go"

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	must("read the kubeconfig", err)
	config.QPS, config.Burst = 1000, 1000
	client := kubernetes.NewForConfigOrDie(config)

	_, err = client.CoreV1().Namespaces().Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}, metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		must("create the namespace", err)
	}
	typed(ctx, client)
	untyped(ctx, config)
	parts(ctx, client, config)
	shared(ctx, client, config)
	events(ctx, client)
	election(ctx, client)
	fmt.Println("client-go: all of it, WatchListClient =", os.Getenv("KUBE_FEATURE_WatchListClient"))
}

func must(what string, err error) {
	if err != nil {
		fmt.Println("FAILED", what+":", err)
		os.Exit(1)
	}
}

func check(what string, ok bool) {
	if !ok {
		must(what, fmt.Errorf("not so"))
	}
}

func eventually(ctx context.Context, what string, condition func() bool) {
	for !condition() {
		select {
		case <-ctx.Done():
			must(what, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// typed uses the typed client with its default, protobuf.
func typed(ctx context.Context, client kubernetes.Interface) {
	maps := client.CoreV1().ConfigMaps(namespace)
	created, err := maps.Create(ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "typed", Labels: map[string]string{"a": "b"}},
		Data:       map[string]string{"k": "1"}, BinaryData: map[string][]byte{"b": {0, 255}},
	}, metav1.CreateOptions{})
	must("create", err)
	check("the server sets uid and version", created.UID != "" && created.ResourceVersion != "")
	stale := created.DeepCopy()
	created.Data["k"] = "2"
	updated, err := maps.Update(ctx, created, metav1.UpdateOptions{})
	must("update", err)
	_, err = maps.Update(ctx, stale, metav1.UpdateOptions{})
	check("a stale update is a conflict", apierrors.IsConflict(err))
	got, err := maps.Get(ctx, "typed", metav1.GetOptions{})
	must("get", err)
	check("what was written is read", got.Data["k"] == "2" && len(got.BinaryData["b"]) == 2 && got.ResourceVersion == updated.ResourceVersion)
	_, err = maps.Patch(ctx, "typed", types.StrategicMergePatchType, []byte(`{"data":{"p":"3"}}`), metav1.PatchOptions{})
	must("patch", err)
	list, err := maps.List(ctx, metav1.ListOptions{LabelSelector: "a=b", Limit: 1})
	must("list", err)
	check("the list has it", len(list.Items) == 1 && list.Items[0].Data["p"] == "3")
	_, err = maps.Create(ctx, stale, metav1.CreateOptions{})
	check("a version on create is refused", err != nil)
	must("delete", maps.Delete(ctx, "typed", metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions(string(created.UID))}))
	_, err = maps.Get(ctx, "typed", metav1.GetOptions{})
	check("it is gone", apierrors.IsNotFound(err))

	replicas := int32(2)
	label := map[string]string{"app": "typed"}
	deployments := client.AppsV1().Deployments(namespace)
	_, err = deployments.Create(ctx, &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: "typed"},
		Spec: appsv1.DeploymentSpec{Replicas: &replicas, Selector: &metav1.LabelSelector{MatchLabels: label},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: label},
				Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "i"}}}}},
	}, metav1.CreateOptions{})
	must("create a deployment", err)
	scale, err := deployments.GetScale(ctx, "typed", metav1.GetOptions{})
	must("get the scale", err)
	scale.Spec.Replicas = 5
	_, err = deployments.UpdateScale(ctx, "typed", scale, metav1.UpdateOptions{})
	must("update the scale", err)
	deployment, err := deployments.Get(ctx, "typed", metav1.GetOptions{})
	must("get the deployment", err)
	check("scaling raises the generation", *deployment.Spec.Replicas == 5 && deployment.Generation == 2)
	must("delete the collection", deployments.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}))
}

func untyped(ctx context.Context, config *rest.Config) {
	resource := schema.GroupVersionResource{Version: "v1", Resource: "secrets"}
	secrets := dynamic.NewForConfigOrDie(config).Resource(resource).Namespace(namespace)
	_, err := secrets.Create(ctx, &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "dynamic"}, "stringData": map[string]any{"k": "v"},
	}}, metav1.CreateOptions{})
	must("create dynamically", err)
	secret, err := secrets.Get(ctx, "dynamic", metav1.GetOptions{})
	must("get dynamically", err)
	data, _, _ := unstructured.NestedString(secret.Object, "data", "k")
	check("stringData became data", data == "dg==")
	only, err := metadata.NewForConfigOrDie(config).Resource(resource).Namespace(namespace).List(ctx, metav1.ListOptions{})
	must("list metadata", err)
	check("metadata lists", len(only.Items) == 1 && only.Items[0].Name == "dynamic")
	must("delete dynamically", secrets.Delete(ctx, "dynamic", metav1.DeleteOptions{}))
}

// parts uses subresources that typed clients have methods for, and the schema that older programs validate by.
func parts(ctx context.Context, client kubernetes.Interface, config *rest.Config) {
	accounts := client.CoreV1().ServiceAccounts(namespace)
	_, err := accounts.Create(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "robot"}}, metav1.CreateOptions{})
	must("create a service account", err)
	token, err := accounts.CreateToken(ctx, "robot", &authenticationv1.TokenRequest{}, metav1.CreateOptions{})
	must("create a token", err)
	robot := rest.AnonymousClientConfig(config)
	robot.BearerToken = token.Status.Token
	who, err := kubernetes.NewForConfigOrDie(robot).AuthenticationV1().SelfSubjectReviews().Create(ctx, &authenticationv1.SelfSubjectReview{}, metav1.CreateOptions{})
	must("ask who shows the token", err)
	check("the token is the account's", who.Status.UserInfo.Username == "system:serviceaccount:"+namespace+":robot")
	must("delete the service account", accounts.Delete(ctx, "robot", metav1.DeleteOptions{}))

	pods := client.CoreV1().Pods(namespace)
	pod, err := pods.Create(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "parts"},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "i"}}}}, metav1.CreateOptions{})
	must("create a pod", err)
	pod.Spec.EphemeralContainers = []corev1.EphemeralContainer{{EphemeralContainerCommon: corev1.EphemeralContainerCommon{Name: "d", Image: "i"}}}
	pod, err = pods.UpdateEphemeralContainers(ctx, "parts", pod, metav1.UpdateOptions{})
	must("add an ephemeral container", err)
	check("it is there", len(pod.Spec.EphemeralContainers) == 1)
	logs, err := pods.GetLogs("parts", &corev1.PodLogOptions{Container: "c"}).DoRaw(ctx)
	must("read the logs of a pod that is nowhere", err)
	check("they are empty", len(logs) == 0)
	grace := int64(0)
	must("delete the pod", pods.Delete(ctx, "parts", metav1.DeleteOptions{GracePeriodSeconds: &grace}))

	document, err := client.Discovery().OpenAPISchema()
	must("read the OpenAPI v2 document", err)
	check("it has definitions", len(document.GetDefinitions().GetAdditionalProperties()) > 300)
}

// shared runs informers through create, update and delete.
func shared(ctx context.Context, client kubernetes.Interface, config *rest.Config) {
	running, stop := context.WithCancel(ctx)
	defer stop()
	maps := client.CoreV1().ConfigMaps(namespace)
	for i := range 3 {
		_, err := maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("before-", i)}}, metav1.CreateOptions{})
		must("create before the informer", err)
	}
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
	informer := factory.Core().V1().ConfigMaps()
	var added, changed, deleted atomic.Int32
	_, err := informer.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { added.Add(1) },
		UpdateFunc: func(any, any) { changed.Add(1) },
		DeleteFunc: func(any) { deleted.Add(1) },
	})
	must("add a handler", err)
	factory.Core().V1().Pods().Informer()
	factory.Apps().V1().Deployments().Informer()
	factory.Coordination().V1().Leases().Informer()
	factory.Start(running.Done())
	for kind, synced := range factory.WaitForCacheSync(running.Done()) {
		check("the informer of "+kind.String()+" syncs", synced)
	}
	partial := metadatainformer.NewFilteredSharedInformerFactory(metadata.NewForConfigOrDie(config), 0, namespace, nil)
	metadataOnly := partial.ForResource(schema.GroupVersionResource{Version: "v1", Resource: "configmaps"})
	metadataOnly.Informer()
	partial.Start(running.Done())
	partial.WaitForCacheSync(running.Done())

	eventually(ctx, "three adds", func() bool { return added.Load() == 3 })
	_, err = maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "after"}}, metav1.CreateOptions{})
	must("create after the informer", err)
	eventually(ctx, "a fourth add", func() bool { return added.Load() == 4 })
	_, err = maps.Patch(ctx, "after", types.MergePatchType, []byte(`{"data":{"k":"v"}}`), metav1.PatchOptions{})
	must("patch after the informer", err)
	eventually(ctx, "an update", func() bool { return changed.Load() == 1 })
	listed, err := informer.Lister().ConfigMaps(namespace).List(labels.Everything())
	must("list from the cache", err)
	check("the cache has four", len(listed) == 4)
	eventually(ctx, "four in the metadata cache", func() bool {
		objects, _ := metadataOnly.Lister().List(labels.Everything())
		return len(objects) == 4
	})
	must("delete all", maps.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}))
	eventually(ctx, "four deletes", func() bool { return deleted.Load() == 4 })
}

func events(ctx context.Context, client kubernetes.Interface) {
	broadcaster := record.NewBroadcaster(record.WithContext(ctx))
	defer broadcaster.Shutdown()
	broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: client.CoreV1().Events(namespace)})
	recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "verification"})
	object := &corev1.ObjectReference{Kind: "ConfigMap", Namespace: namespace, Name: "x", APIVersion: "v1"}
	for range 2 { // the second is a strategic patch of the first
		recorder.Event(object, corev1.EventTypeNormal, "Reason", "message")
	}
	eventually(ctx, "an event counted twice", func() bool {
		list, err := client.CoreV1().Events(namespace).List(ctx, metav1.ListOptions{FieldSelector: "reason=Reason"})
		return err == nil && len(list.Items) == 1 && list.Items[0].Count == 2
	})
	must("delete events", client.CoreV1().Events(namespace).DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}))
}

func election(ctx context.Context, client kubernetes.Interface) {
	running, stop := context.WithCancel(ctx)
	lock := &resourcelock.LeaseLock{
		LeaseMeta:  metav1.ObjectMeta{Name: "leader", Namespace: namespace},
		Client:     client.CoordinationV1(),
		LockConfig: resourcelock.ResourceLockConfig{Identity: "me"},
	}
	led := false
	leaderelection.RunOrDie(running, leaderelection.LeaderElectionConfig{
		Lock: lock, LeaseDuration: 60 * time.Second, RenewDeadline: 40 * time.Second, RetryPeriod: 2 * time.Second, ReleaseOnCancel: true,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				led = true
				time.Sleep(3 * time.Second) // one renewal, and none under way
				stop()
			},
			OnStoppedLeading: func() {},
		},
	})
	check("we led", led)
	lease, err := client.CoordinationV1().Leases(namespace).Get(ctx, "leader", metav1.GetOptions{})
	must("get the lease", err)
	check("the lease was released", lease.Spec.HolderIdentity == nil || *lease.Spec.HolderIdentity == "")
	must("delete the lease", client.CoordinationV1().Leases(namespace).Delete(ctx, "leader", metav1.DeleteOptions{}))
}
