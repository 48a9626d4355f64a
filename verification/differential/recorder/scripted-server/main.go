// Command scripted-server plays one scenario for a client in another process. See the corpus' README, "Control calls".
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"informant.test/differential/scripted-server/scenario"
	"informant.test/differential/scripted-server/server"
)

func main() {
	file := flag.String("scenario", "", "scenario file")
	wait := flag.Duration("step-timeout", 20*time.Second, "longest wait for one step")
	life := flag.Duration("life", 5*time.Minute, "the process ends by itself after this time")
	flag.Parse()
	sc, err := scenario.Load(*file)
	if err != nil {
		fail(err)
	}
	s, err := server.Start(sc, *wait)
	if err != nil {
		fail(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), *life)
	defer cancel()

	type pending struct {
		Index   int            `json:"index"`
		Step    *scenario.Step `json:"step,omitempty"`
		Outcome string         `json:"outcome,omitempty"`
	}
	steps := make(chan pending)
	done := make(chan int, 1)
	control := http.NewServeMux()
	control.HandleFunc("GET /next", func(w http.ResponseWriter, r *http.Request) {
		select {
		case p := <-steps:
			_ = json.NewEncoder(w).Encode(p)
		case <-r.Context().Done():
		}
	})
	control.HandleFunc("POST /done/{index}", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.PathValue("index"))
		done <- n
	})
	control.HandleFunc("GET /requests", func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewEncoder(w).Encode(s.Requests())
	})
	control.HandleFunc("POST /quit", func(w http.ResponseWriter, r *http.Request) { cancel() })
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		fail(err)
	}
	go func() { _ = http.Serve(l, control) }()
	fmt.Printf("{\"api\":%q,\"control\":%q}\n", s.URL(), "http://"+l.Addr().String())

	err = s.Run(ctx, func(ctx context.Context, i int, st scenario.Step) error {
		select {
		case steps <- pending{Index: i, Step: &st}:
		case <-ctx.Done():
			return ctx.Err()
		}
		select {
		case <-done:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	outcome := "completed"
	if err != nil {
		outcome = err.Error()
	}
	s.StopLogging()
	for ctx.Err() == nil {
		select {
		case steps <- pending{Index: -1, Outcome: outcome}:
		case <-ctx.Done():
		}
	}
	s.Close()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
