// The client-go side of verification/live: informers for a few kinds, on the kubeconfig given as
// argument. It answers each line of its input with one line of JSON:
//
//	synced          whether all informers have their first list
//	counts          how many lists and watches were asked for
//	dump DIRECTORY  the same, after writing each cache to a file named after its kind, one object a line
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

const selector = "load=churn"

var lists, watches atomic.Int64

type counting struct{ next http.RoundTripper }

func (c counting) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Query().Get("watch") == "" {
		lists.Add(1)
	} else {
		watches.Add(1)
	}
	return c.next.RoundTrip(request)
}

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	fatal(err)
	config.Wrap(func(next http.RoundTripper) http.RoundTripper { return counting{next} })
	client, err := kubernetes.NewForConfig(config)
	fatal(err)
	untyped, err := dynamic.NewForConfig(config)
	fatal(err)
	tweak := func(options *metav1.ListOptions) { options.LabelSelector = selector }
	typed := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithTweakListOptions(tweak))
	custom := dynamicinformer.NewFilteredDynamicSharedInformerFactory(untyped, 0, "", tweak)
	widgets := schema.GroupVersionResource{Group: "live.example.com", Version: "v1", Resource: "widgets"}
	all := map[string]cache.SharedIndexInformer{
		"configmaps":  typed.Core().V1().ConfigMaps().Informer(),
		"secrets":     typed.Core().V1().Secrets().Informer(),
		"pods":        typed.Core().V1().Pods().Informer(),
		"deployments": typed.Apps().V1().Deployments().Informer(),
		"widgets":     custom.ForResource(widgets).Informer(),
	}
	stop := make(chan struct{})
	typed.Start(stop)
	custom.Start(stop)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		answer(lines.Text(), all)
	}
}

func answer(question string, all map[string]cache.SharedIndexInformer) {
	switch {
	case question == "synced":
		synced := true
		for _, informer := range all {
			synced = synced && informer.HasSynced()
		}
		fmt.Println(synced)
		return
	case strings.HasPrefix(question, "dump "):
		for kind, informer := range all {
			fatal(dump(filepath.Join(question[len("dump "):], kind), informer))
		}
	}
	fmt.Printf("{\"lists\":%d,\"watches\":%d}\n", lists.Load(), watches.Load())
}

func dump(name string, informer cache.SharedIndexInformer) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	for _, object := range informer.GetStore().List() {
		line, err := json.Marshal(object)
		if err != nil {
			return err
		}
		out.Write(line)
		out.WriteByte('\n')
	}
	return out.Flush()
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
