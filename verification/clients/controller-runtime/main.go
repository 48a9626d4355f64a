// Command controller-runtime runs a manager against the server of $KUBECONFIG: a cache with selectors, an index and a
// metadata-only watch, a controller that owns objects and cleans up behind a finalizer, leader election. It ends with a
// line of what passed and failed.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const (
	namespace = "controller-runtime"
	finalizer = "example.com/clean-up"
	index     = "data.color"
	patience  = 60 * time.Second
)

func main() {
	log.SetLogger(logr.Discard())
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		fatal("read the kubeconfig", err)
	}
	config.QPS, config.Burst = 1000, 1000
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                        scheme.Scheme,
		Metrics:                       server.Options{BindAddress: "0"},
		LeaderElection:                true,
		LeaderElectionID:              "verification",
		LeaderElectionNamespace:       "default",
		LeaderElectionReleaseOnCancel: true,
		Cache: cache.Options{
			DefaultTransform: cache.TransformStripManagedFields(),
			ByObject: map[client.Object]cache.ByObject{
				&corev1.ConfigMap{}: {Label: labels.SelectorFromSet(labels.Set{"managed": "yes"})},
				&corev1.Secret{}:    {Namespaces: map[string]cache.Config{namespace: {}}},
			},
		},
	})
	if err != nil {
		fatal("make a manager", err)
	}
	err = ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).Owns(&corev1.Secret{}).
		Owns(&corev1.ServiceAccount{}, builder.OnlyMetadata).Complete(&reconciler{manager.GetClient(), manager.GetAPIReader()})
	if err != nil {
		fatal("make a controller", err)
	}
	err = manager.GetFieldIndexer().IndexField(ctx, &corev1.ConfigMap{}, index, func(object client.Object) []string {
		return []string{object.(*corev1.ConfigMap).Data["color"]}
	})
	if err != nil {
		fatal("add an index", err)
	}
	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(running) }()
	select {
	case <-manager.Elected():
	case err := <-ended:
		fatal("be elected", err)
	case <-ctx.Done():
		fatal("be elected", ctx.Err())
	}

	user := &user{manager.GetClient(), manager.GetAPIReader(), ctx}
	var passed, failed int
	for _, step := range []struct {
		what string
		run  func() error
	}{
		{"prepare", user.prepare},
		{"the controller marks its object and makes another", user.reconciled},
		{"cached reads: selector and index", user.cached},
		{"the owned object is made again", user.healed},
		{"an object that others changed is a conflict", user.conflict},
		{"unstructured and metadata reads", user.untyped},
		{"the finalizer holds the object until it is cleaned up", user.finalized},
		{"delete all of a kind", user.deleteAll},
		{"the manager stops and gives its lease back", func() error {
			stop()
			if err := <-ended; err != nil {
				return err
			}
			return user.released()
		}},
	} {
		if err := step.run(); err != nil {
			failed++
			fmt.Printf("FAILED %s: %v\n", step.what, err)
		} else {
			passed++
		}
	}
	fmt.Printf("controller-runtime: %d passed, %d failed\n", passed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}

func fatal(what string, err error) {
	fmt.Printf("FAILED to %s: %v\ncontroller-runtime: 0 passed, 1 failed\n", what, err)
	os.Exit(1)
}

// reconciler keeps a secret and a service account for each config map and counts the clean-ups in another config map.
type reconciler struct {
	client.Client
	live client.Reader
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var object corev1.ConfigMap
	if err := r.Get(ctx, request.NamespacedName, &object); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !object.DeletionTimestamp.IsZero() {
		if controllerutil.ContainsFinalizer(&object, finalizer) {
			mark := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "cleaned-" + object.Name}}
			if err := r.Create(ctx, mark); err != nil && !apierrors.IsAlreadyExists(err) {
				return ctrl.Result{}, err
			}
			controllerutil.RemoveFinalizer(&object, finalizer)
			return ctrl.Result{}, r.Update(ctx, &object)
		}
		return ctrl.Result{}, nil
	}
	before := object.DeepCopy()
	if controllerutil.AddFinalizer(&object, finalizer) {
		if err := r.Patch(ctx, &object, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})); err != nil {
			return ctrl.Result{}, err
		}
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: object.Namespace, Name: object.Name}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, secret, func() error {
		secret.Data = map[string][]byte{"color": []byte(object.Data["color"])}
		return controllerutil.SetControllerReference(&object, secret, scheme.Scheme)
	})
	if err != nil {
		return ctrl.Result{}, err
	}
	account := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: object.Namespace, Name: object.Name}}
	if err := controllerutil.SetControllerReference(&object, account, scheme.Scheme); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.Create(ctx, account); err != nil && !apierrors.IsAlreadyExists(err) {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, nil
}

// user does what the users of the controller do, and looks at the outcome.
type user struct {
	cachedClient client.Client
	live         client.Reader
	ctx          context.Context
}

func (u *user) prepare() error {
	err := u.cachedClient.Create(u.ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

func (u *user) reconciled() error {
	colors := map[string]string{"one": "red", "two": "blue", "three": "red"}
	for name, color := range colors {
		if err := u.cachedClient.Create(u.ctx, managed(name, color)); err != nil {
			return err
		}
	}
	return u.eventually("a secret of the same color and a finalizer for each", func() bool {
		for name, color := range colors {
			var object corev1.ConfigMap
			var secret corev1.Secret
			var account corev1.ServiceAccount
			if u.live.Get(u.ctx, key(name), &object) != nil || !controllerutil.ContainsFinalizer(&object, finalizer) ||
				u.live.Get(u.ctx, key(name), &secret) != nil || string(secret.Data["color"]) != color ||
				!metav1.IsControlledBy(&secret, &object) || u.live.Get(u.ctx, key(name), &account) != nil {
				return false
			}
		}
		return true
	})
}

func managed(name, color string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, Labels: map[string]string{"managed": "yes"}},
		Data:       map[string]string{"color": color},
	}
}

func key(name string) client.ObjectKey {
	return client.ObjectKey{Namespace: namespace, Name: name}
}

func (u *user) cached() error {
	other := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "not-managed"}}
	if err := u.cachedClient.Create(u.ctx, other); err != nil {
		return err
	}
	if err := u.eventually("two red ones in the cache", func() bool {
		var red corev1.ConfigMapList
		err := u.cachedClient.List(u.ctx, &red, client.InNamespace(namespace), client.MatchingFields{index: "red"})
		return err == nil && len(red.Items) == 2
	}); err != nil {
		return err
	}
	if err := u.cachedClient.Get(u.ctx, key("not-managed"), &corev1.ConfigMap{}); !apierrors.IsNotFound(err) {
		return fmt.Errorf("what the selector leaves out is in the cache: %v", err)
	}
	return nil
}

func (u *user) healed() error {
	var secret corev1.Secret
	if err := u.live.Get(u.ctx, key("two"), &secret); err != nil {
		return err
	}
	if err := u.cachedClient.Delete(u.ctx, &secret, client.Preconditions{UID: &secret.UID}); err != nil {
		return err
	}
	return u.eventually("another secret", func() bool {
		var again corev1.Secret
		return u.live.Get(u.ctx, key("two"), &again) == nil && again.UID != secret.UID
	})
}

func (u *user) conflict() error {
	var stale corev1.ConfigMap
	if err := u.live.Get(u.ctx, key("three"), &stale); err != nil {
		return err
	}
	fresh := stale.DeepCopy()
	fresh.Data["color"] = "green"
	if err := u.cachedClient.Patch(u.ctx, fresh, client.StrategicMergeFrom(&stale)); err != nil {
		return err
	}
	if err := u.cachedClient.Update(u.ctx, &stale); !apierrors.IsConflict(err) {
		return fmt.Errorf("a stale update gave %v", err)
	}
	return u.eventually("the secret follows", func() bool {
		var secret corev1.Secret
		return u.live.Get(u.ctx, key("three"), &secret) == nil && string(secret.Data["color"]) == "green"
	})
}

func (u *user) untyped() error {
	var pods unstructured.UnstructuredList
	pods.SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: "PodList"})
	if err := u.live.List(u.ctx, &pods, client.Limit(3)); err != nil {
		return err
	}
	var deployments metav1.PartialObjectMetadataList
	deployments.SetGroupVersionKind(schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "DeploymentList"})
	if err := u.cachedClient.List(u.ctx, &deployments); err != nil {
		return err
	}
	if len(pods.Items) != 3 || pods.GetContinue() == "" || len(deployments.Items) == 0 {
		return fmt.Errorf("%d pods and %d deployments", len(pods.Items), len(deployments.Items))
	}
	return nil
}

func (u *user) finalized() error {
	if err := u.cachedClient.Delete(u.ctx, managed("one", "")); err != nil {
		return err
	}
	if err := u.eventually("the object goes", func() bool {
		return apierrors.IsNotFound(u.live.Get(u.ctx, key("one"), &corev1.ConfigMap{}))
	}); err != nil {
		return err
	}
	return u.live.Get(u.ctx, key("cleaned-one"), &corev1.ConfigMap{})
}

func (u *user) deleteAll() error {
	err := u.cachedClient.DeleteAllOf(u.ctx, &corev1.ConfigMap{}, client.InNamespace(namespace), client.MatchingLabels{"managed": "yes"})
	if err != nil {
		return err
	}
	return u.eventually("all are gone", func() bool {
		var left corev1.ConfigMapList
		err := u.live.List(u.ctx, &left, client.InNamespace(namespace), client.MatchingLabels{"managed": "yes"})
		return err == nil && len(left.Items) == 0
	})
}

func (u *user) released() error {
	var lease unstructured.Unstructured
	lease.SetGroupVersionKind(schema.GroupVersionKind{Group: "coordination.k8s.io", Version: "v1", Kind: "Lease"})
	if err := u.live.Get(u.ctx, client.ObjectKey{Namespace: "default", Name: "verification"}, &lease); err != nil {
		return err
	}
	if holder, _, _ := unstructured.NestedString(lease.Object, "spec", "holderIdentity"); holder != "" {
		return errors.New("the lease is still held")
	}
	return nil
}

func (u *user) eventually(what string, condition func() bool) error {
	ctx, cancel := context.WithTimeout(u.ctx, patience)
	defer cancel()
	for !condition() {
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", what, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
	return nil
}
