// Command client-go-driver runs scenarios through client-go's shared informer and writes golden traces.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"informant.test/differential/scripted-server/scenario"
	"informant.test/differential/scripted-server/server"
	"informant.test/differential/scripted-server/trace"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientfeatures "k8s.io/client-go/features"
	"k8s.io/klog/v2"
)

func main() {
	dir := flag.String("scenarios", "../../corpus/scenarios", "directory of scenario files")
	only := flag.String("only", "", "comma-separated scenario names; all if empty")
	out := flag.String("out", "", "directory for the traces")
	queue := flag.String("queue", "in-order", "in-order or delta-fifo (the latter needs the delta-fifo build)")
	runs := flag.Int("runs", 1, "how often each scenario is run; the runs are merged into one trace")
	parallel := flag.Int("parallel", 4, "scenarios at a time")
	verbose := flag.Bool("v", false, "show client-go's log")
	flag.Parse()

	if !*verbose {
		logging := flag.NewFlagSet("klog", flag.PanicOnError)
		klog.InitFlags(logging)
		_ = logging.Parse([]string{"-logtostderr=false", "-stderrthreshold=FATAL"})
		klog.SetOutput(io.Discard)
	}
	utilruntime.ReallyCrash = false // a panicking handler must not end the driver
	inOrder := clientfeatures.FeatureGates().Enabled(clientfeatures.InOrderInformers)
	if inOrder != (*queue == "in-order") {
		fmt.Fprintf(os.Stderr, "queue %s, but the feature gate InOrderInformers is %v\n", *queue, inOrder)
		os.Exit(2)
	}
	all, err := scenario.LoadAll(*dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	client := "client-go " + moduleVersion("k8s.io/client-go")

	type job struct {
		sc  *scenario.Scenario
		run int
	}
	jobs := make(chan job)
	var mu sync.Mutex
	traces := map[string][]*trace.Trace{}
	var wg sync.WaitGroup
	for range *parallel {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs {
				t := runOnce(j.sc, client, *queue)
				mu.Lock()
				traces[j.sc.Name] = append(traces[j.sc.Name], t)
				mu.Unlock()
			}
		}()
	}
	selected := map[string]bool{}
	for _, n := range strings.Split(*only, ",") {
		if n != "" {
			selected[n] = true
		}
	}
	var chosen []*scenario.Scenario
	for _, sc := range all {
		if sc.HasQueue(*queue) && (len(selected) == 0 || selected[sc.Name]) {
			chosen = append(chosen, sc)
		}
	}
	for r := range *runs {
		for _, sc := range chosen {
			jobs <- job{sc, r}
		}
	}
	close(jobs)
	wg.Wait()

	bad := 0
	for _, sc := range chosen {
		golden, problems := trace.Merge(traces[sc.Name], rules(sc))
		state := "ok  "
		if len(problems) > 0 || golden.Outcome != "completed" {
			bad++
			state = "BAD "
		}
		fmt.Printf("%s %-42s %s\n", state, sc.Name, strings.Join(golden.Informational.Varied, "; "))
		if golden.Outcome != "completed" {
			fmt.Println("     outcome:", golden.Outcome)
		}
		for i, p := range problems {
			if i == 3 {
				fmt.Printf("     … %d more\n", len(problems)-3)
				break
			}
			fmt.Println("    ", p)
		}
		if *out != "" {
			if err := os.MkdirAll(*out, 0o755); err == nil {
				err = golden.Save(filepath.Join(*out, sc.Name+".json"))
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(2)
				}
			}
		}
	}
	fmt.Printf("%d scenarios, %d with problems\n", len(chosen), bad)
	if bad > 0 {
		os.Exit(1)
	}
}

func rules(sc *scenario.Scenario) trace.Rules {
	r := trace.Rules{Resync: sc.Informer.ResyncMillis > 0, WatchList: sc.Informer.WatchList, LateJoin: map[string]bool{}}
	for _, st := range sc.Script {
		if st.Do == "addHandler" {
			r.LateJoin[st.Add.Name] = true
		}
	}
	return r
}

func moduleVersion(path string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == path {
				return d.Version
			}
		}
	}
	return "unknown"
}

func runOnce(sc *scenario.Scenario, client, queue string) *trace.Trace {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	t := &trace.Trace{Scenario: sc.Name, Client: client, Queue: queue, Outcome: "completed",
		Requests: []trace.Request{}, WatchErrors: []trace.WatchError{}, Checks: []trace.Check{}}
	srv, err := server.Start(sc, stepTimeout)
	if err != nil {
		t.Outcome = err.Error()
		return t
	}
	defer srv.Close()
	d, err := newDriver(sc, srv.URL())
	if err != nil {
		t.Outcome = err.Error()
		return t
	}
	d.start(ctx)
	if err := srv.Run(ctx, d.step); err != nil {
		t.Outcome = err.Error()
	}
	t.Requests = srv.Requests()
	srv.StopLogging()
	d.stop()
	d.check("final")
	d.fill(t)
	return t
}
