// Client-go runs a shared index informer for pods against the replay server
// and prints one JSON line of measurements (see ../README.md).
package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// Line is what every driver prints; a field that does not apply is left out.
type line struct {
	Peer             string           `json:"peer"`
	Version          string           `json:"version"`
	Mode             string           `json:"mode"`
	Runtime          string           `json:"runtime"`
	TLS              bool             `json:"tls"`
	WatchList        bool             `json:"watchlist"`
	Strip            bool             `json:"strip"`
	Page             int              `json:"page"`
	Handlers         int              `json:"handlers"`
	N                int              `json:"n"`
	WallSync         int64            `json:"wall_ms_sync"`
	CPUSync          int64            `json:"cpu_ms_sync"`
	HeapPerObject    int64            `json:"heap_bytes_per_object"`
	RSSSync          int64            `json:"peak_rss_mb_sync"`
	RSS              int64            `json:"peak_rss_mb"`
	Events           int              `json:"events"`
	WallEvents       int64            `json:"wall_ms_events"`
	CPUEvents        int64            `json:"cpu_ms_events"`
	HeapAfter        int64            `json:"heap_bytes_per_object_after"`
	Joins            int              `json:"joins,omitempty"`
	Join             float64          `json:"join_ms,omitempty"`
	JoinGap          float64          `json:"join_gap_ms,omitempty"`
	UsualGap         float64          `json:"usual_gap_ms,omitempty"`
	JoinGapMost      float64          `json:"join_gap_most_ms,omitempty"`
	UsualGapMost     float64          `json:"usual_gap_most_ms,omitempty"`
	RelistCalls      int64            `json:"relist_calls"`
	RelistCPU        int64            `json:"relist_cpu_ms,omitempty"`
	RelistPeak       float64          `json:"relist_peak_over_steady,omitempty"`
	Deletes          int64            `json:"deletes"`
	Requests         map[string]int64 `json:"requests"`
	CPUTotal         int64            `json:"cpu_ms_total"`
	CollectionsSync  uint32           `json:"gc_cycles_sync"`
	CollectionsTotal uint32           `json:"gc_cycles"`
}

type options struct {
	server, format, watchlist, token, control string
	handlers, page, expect, events            int
	join, joins, timeout                      int
	strip, relist, relistHeap                 bool
}

func main() {
	var o options
	flag.StringVar(&o.server, "server", "http://127.0.0.1:18080", "URL of the replay server; a certificate is not checked")
	flag.IntVar(&o.handlers, "handlers", 1, "number of event handlers")
	flag.StringVar(&o.format, "format", "protobuf", "json|protobuf")
	flag.StringVar(&o.watchlist, "watchlist", "on", "on|off")
	flag.IntVar(&o.page, "page", 0, "page size of the list (0: what client-go does by itself, one full list)")
	flag.BoolVar(&o.strip, "strip", false, "remove managedFields with a transform")
	flag.IntVar(&o.expect, "expect", 20000, "number of pods to wait for")
	flag.IntVar(&o.events, "events", 0, "number of MODIFIED events to ask for after the sync")
	flag.IntVar(&o.join, "join", 0, "add handlers late, while so many events per second flow")
	flag.IntVar(&o.joins, "joins", 20, "how many, one after the other")
	flag.BoolVar(&o.relist, "relist", false, "make the server forget, so that the informer lists again: its cost")
	flag.BoolVar(&o.relistHeap, "relist-heap", false, "the same: its peak of live heap")
	flag.StringVar(&o.control, "control", "", "where events are asked for (default: /replay of the server)")
	flag.StringVar(&o.token, "token", "", "bearer token, for a real server")
	flag.IntVar(&o.timeout, "timeout", 300, "seconds allowed for each phase")
	flag.Parse()
	if o.control == "" {
		o.control = o.server + "/replay"
	}

	// client-go reads its feature gates from the environment, some of them early.
	const gate = "KUBE_FEATURE_WatchListClient"
	if want := strconv.FormatBool(o.watchlist == "on"); os.Getenv(gate) != want {
		os.Setenv(gate, want)
		self, err := os.Executable()
		if err == nil {
			err = syscall.Exec(self, os.Args, os.Environ())
		}
		fail("exec: %v", err)
	}
	measure(o)
}

func fail(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
	os.Exit(3)
}

// A counter belongs to one handler and closes done when it reaches target.
type counter struct {
	n      atomic.Int64
	target int64
	done   *sync.WaitGroup
	_      [40]byte // keeps handlers off each other's cache lines
}

func (c *counter) add() {
	if c.n.Add(1) == c.target {
		c.done.Done()
	}
}

func measure(o options) {
	forced := cpu()
	before := heap()
	forced = cpu() - forced
	start := time.Now()

	requests := &requestLog{counts: map[string]int64{}}
	secure := strings.HasPrefix(o.server, "https:")
	config := &rest.Config{Host: o.server, QPS: -1, UserAgent: "peer", BearerToken: o.token, TLSClientConfig: rest.TLSClientConfig{Insecure: secure}}
	config.AcceptContentTypes, config.ContentType = "application/json", "application/json"
	if o.format == "protobuf" {
		config.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
		config.ContentType = "application/vnd.kubernetes.protobuf"
	}
	config.Wrap(func(rt http.RoundTripper) http.RoundTripper { requests.next = rt; return requests })
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		fail("%v", err)
	}

	// The reflector asks for pages of 500 at resourceVersion 0, where a server
	// ignores the limit. Real pages need an unset resourceVersion.
	tweak := func(l *metav1.ListOptions) {
		if o.page > 0 && l.Limit > 0 {
			l.Limit = int64(o.page)
			if l.ResourceVersion == "0" {
				l.ResourceVersion = ""
			}
		}
	}
	informer := coreinformers.NewFilteredPodInformer(client, metav1.NamespaceAll, 0, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}, tweak)
	if o.strip {
		if err := informer.SetTransform(strip); err != nil {
			fail("%v", err)
		}
	}
	var added, updated sync.WaitGroup
	adds, updates := make([]counter, o.handlers), make([]counter, o.handlers)
	var deletes atomic.Int64
	var gap gaps
	for i := range o.handlers {
		added.Add(1)
		adds[i].target, adds[i].done = int64(o.expect), &added
		if o.events > 0 {
			updated.Add(1)
		}
		updates[i].target, updates[i].done = int64(o.events), &updated
		first := i == 0 && o.join > 0
		_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc: func(any) { adds[i].add() },
			UpdateFunc: func(any, any) {
				if first {
					gap.event()
				}
				updates[i].add()
			},
			DeleteFunc: func(any) { deletes.Add(1) },
		})
		if err != nil {
			fail("%v", err)
		}
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	go informer.RunWithContext(ctx)

	await(&added, o.timeout, "sync", func() int64 { return adds[0].n.Load() })
	r := line{Peer: "client-go", Version: version(), Mode: o.format, Runtime: runtime.Version(), TLS: secure, WatchList: o.watchlist == "on",
		Strip: o.strip, Page: o.page, Handlers: o.handlers, N: o.expect, Events: o.events}
	r.WallSync = time.Since(start).Milliseconds()
	r.CPUSync = (cpu() - forced).Milliseconds()
	r.RSSSync = peakRSS()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	r.CollectionsSync = m.NumGC
	if !informer.HasSynced() {
		time.Sleep(100 * time.Millisecond)
	}
	if got := len(informer.GetStore().ListKeys()); got != o.expect || !informer.HasSynced() {
		fail("%d objects in the store, synced %v", got, informer.HasSynced())
	}
	time.Sleep(300 * time.Millisecond)
	r.HeapPerObject = (heap() - before) / int64(o.expect)

	if o.events > 0 {
		began, cpu1 := time.Now(), cpu()
		post(o, fmt.Sprintf("start?events=%d", o.events))
		await(&updated, o.timeout, "events", func() int64 { return updates[0].n.Load() })
		r.WallEvents = time.Since(began).Milliseconds()
		r.CPUEvents = (cpu() - cpu1).Milliseconds()
		time.Sleep(300 * time.Millisecond)
		r.HeapAfter = (heap() - before) / int64(o.expect)
	}
	if o.join > 0 {
		join(o, informer, &gap, &updates[0].n, &r)
	}
	if o.relist || o.relistHeap {
		relist(o, &updates[0].n, &r)
	}
	runtime.ReadMemStats(&m)
	r.CollectionsTotal = m.NumGC
	r.Deletes, r.Requests = deletes.Load(), requests.copy()
	r.CPUTotal, r.RSS = cpu().Milliseconds(), peakRSS()
	b, err := json.Marshal(r)
	if err != nil {
		fail("%v", err)
	}
	fmt.Println(string(b))
	runtime.KeepAlive(informer)
}

// strip leaves what is not a pod as it is.
func strip(obj any) (any, error) {
	if p, ok := obj.(*corev1.Pod); ok {
		p.ManagedFields = nil
	}
	return obj, nil
}

func await(wg *sync.WaitGroup, seconds int, what string, seen func() int64) {
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(time.Duration(seconds) * time.Second):
		fail("%s: not finished after %d s, the first handler saw %d", what, seconds, seen())
	}
}

// A gaps knows the longest silence between events of one handler in a window of time.
type gaps struct {
	mu            sync.Mutex
	last, longest time.Duration
}

var born = time.Now()

func (g *gaps) event() {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Since(born)
	g.longest, g.last = max(g.longest, now-g.last), now
}

// next ends a window and begins another. Of a silence at either end, what lies in the window counts.
func (g *gaps) next() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Since(born)
	found := max(g.longest, now-g.last)
	g.longest, g.last = 0, now
	return found
}

// join adds handlers while events flow and takes the longest silence of the first one, in a window that begins with
// the join and in one as long without a join. There are many so that one collection cannot decide.
func join(o options, informer cache.SharedIndexInformer, g *gaps, seen *atomic.Int64, r *line) {
	const window, rest, spare = 500 * time.Millisecond, 500 * time.Millisecond, 10 * time.Second
	from := seen.Load()
	all := int64(float64(o.join) * (time.Duration(2*o.joins)*(window+rest) + spare).Seconds())
	post(o, fmt.Sprintf("start?events=%d&rate=%d", all, o.join))
	var took, during, usual []float64
	for range o.joins {
		time.Sleep(rest)
		var added sync.WaitGroup
		added.Add(1)
		late := counter{target: int64(o.expect), done: &added}
		g.next()
		began := time.Now()
		if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { late.add() }}); err != nil {
			fail("%v", err)
		}
		await(&added, o.timeout, "late join", late.n.Load)
		lasted := time.Since(began)
		this := max(window, lasted)
		time.Sleep(this - lasted)
		during = append(during, millis(g.next()))
		took = append(took, millis(lasted))

		time.Sleep(rest)
		g.next()
		time.Sleep(this)
		usual = append(usual, millis(g.next()))
	}
	if seen.Load()-from >= all {
		fail("the events were over before the last join")
	}
	r.Joins, r.Join, r.JoinGap, r.UsualGap = o.joins, median(took), median(during), median(usual)
	r.JoinGapMost, r.UsualGapMost = slices.Max(during), slices.Max(usual)
	for end := time.Now().Add(time.Duration(o.timeout) * time.Second); seen.Load()-from < all; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			fail("events during the late joins: not finished")
		}
	}
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()/10) / 100 }

func median(values []float64) float64 {
	slices.Sort(values)
	middle := len(values) / 2
	if len(values)%2 == 1 {
		return values[middle]
	}
	return (values[middle-1] + values[middle]) / 2
}

// relist lets the server send some events after the new list: when they are there and nothing more comes, it is over.
func relist(o options, seen *atomic.Int64, r *line) {
	const markers = 10
	steady := heap()
	from, cpu1, peak := seen.Load(), cpu(), steady
	post(o, fmt.Sprintf("expire?events=%d", markers))
	end := time.Now().Add(time.Duration(o.timeout) * time.Second)
	for last, changed := from, time.Now(); seen.Load() < from+markers || time.Since(changed) < time.Second; {
		if o.relistHeap {
			peak = max(peak, heap())
		}
		time.Sleep(20 * time.Millisecond)
		if now := seen.Load(); now != last {
			last, changed = now, time.Now()
		}
		if time.Now().After(end) {
			fail("relist: not finished")
		}
	}
	r.RelistCalls = seen.Load() - from - markers
	if o.relistHeap {
		r.RelistPeak = float64(peak) / float64(steady)
	} else {
		r.RelistCPU = (cpu() - cpu1).Milliseconds()
	}
}

func post(o options, what string) {
	control := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	res, err := control.Post(o.control+"/"+what, "", nil)
	if err != nil {
		fail("%v", err)
	}
	res.Body.Close()
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// cpu is the user and system time of the process since its start.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		fail("%v", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func peakRSS() int64 {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		fail("%v", err)
	}
	_, rest, _ := strings.Cut(string(b), "VmHWM:")
	kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		fail("%v", err)
	}
	return kb / 1024
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if d.Path == "k8s.io/client-go" {
				return strings.TrimPrefix(d.Version, "v")
			}
		}
	}
	return "unknown"
}

// A requestLog counts requests by kind, to show which way the informer took.
type requestLog struct {
	next   http.RoundTripper
	mu     sync.Mutex
	counts map[string]int64
}

func (l *requestLog) RoundTrip(r *http.Request) (*http.Response, error) {
	q := r.URL.Query()
	kind := "list"
	if q.Get("sendInitialEvents") == "true" {
		kind = "watchlist"
	} else if q.Has("watch") {
		kind = "watch"
	}
	res, err := l.next.RoundTrip(r)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counts[kind]++
	if err != nil || res.StatusCode >= 300 {
		l.counts[kind+"_failed"]++
	} else {
		l.counts[res.Proto]++
	}
	return res, err
}

func (l *requestLog) copy() map[string]int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.counts)
}
