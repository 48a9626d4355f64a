package main

import (
	"bufio"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	jsonType  = "application/json"
	protoType = "application/vnd.kubernetes.protobuf"
	batch     = 128 << 10
)

// A server replays one deterministic log of events: event k has resourceVersion
// firstRV+1+k, so a watch can resume anywhere. Objects in a LIST keep their
// initial content; only its resourceVersion follows the log.
type server struct {
	store     *store
	events    int
	watchList bool
	protobuf  bool
	verbose   bool

	mu       sync.Mutex
	released uint64        // length of the log
	wake     chan struct{} // closed when the log grows, or watches expire
	expiries int           // how often watches were made to expire
	pending  uint64        // events to release when the next watch opens

	lists, watches, watchLists, open, sent atomic.Int64
}

func (s *server) log() (uint64, int, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.released, s.expiries, s.wake
}

// expire ends all watches with 410, as a server does whose history is gone, and releases n events after the next one opens.
func (s *server) expire(n uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expiries++
	s.pending += n
	close(s.wake)
	s.wake = make(chan struct{})
}

func (s *server) opened() {
	s.mu.Lock()
	n := s.pending
	s.pending = 0
	s.mu.Unlock()
	if n > 0 {
		s.release(n)
	}
}

func (s *server) release(n uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.released += n
	close(s.wake)
	s.wake = make(chan struct{})
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.verbose {
		log.Printf("%s %s %s accept=%q upgrade=%q", r.Proto, r.Method, r.URL, r.Header.Get("Accept"), r.Header.Get("Upgrade"))
	}
	w.Header().Set("Cache-Control", "no-cache, private")
	switch r.URL.Path {
	case "/api":
		text(w, `{"kind":"APIVersions","versions":["v1"],"serverAddressByClientCIDRs":[]}`)
	case "/apis":
		text(w, `{"kind":"APIGroupList","apiVersion":"v1","groups":[]}`)
	case "/api/v1":
		text(w, `{"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get","list","watch"],"shortNames":["po"],"categories":["all"]}]}`)
	case "/version":
		text(w, `{"major":"1","minor":"36","gitVersion":"v1.36.0","gitCommit":"","gitTreeState":"clean","buildDate":"2026-04-22T00:00:00Z","goVersion":"go1.26.2","compiler":"gc","platform":"linux/amd64"}`)
	case "/healthz", "/livez", "/readyz":
		io.WriteString(w, "ok")
	case "/replay/start":
		s.start(w, r)
	case "/replay/expire":
		n, _ := strconv.Atoi(r.URL.Query().Get("events"))
		s.expire(uint64(n))
		text(w, `{}`)
	case "/replay/stats":
		s.stats(w)
	case "/replay/stop":
		text(w, `{}`)
		http.NewResponseController(w).Flush()
		time.AfterFunc(50*time.Millisecond, func() { os.Exit(0) })
	case "/api/v1/pods":
		s.pods(w, r)
	default:
		http.Error(w, "404 page not found", http.StatusNotFound)
	}
}

func text(w http.ResponseWriter, s string) {
	w.Header().Set("Content-Type", jsonType)
	io.WriteString(w, s+"\n")
}

// start releases events: all at once, or rate per second. Any method will do.
func (s *server) start(w http.ResponseWriter, r *http.Request) {
	n, rate := s.events, 0
	q := r.URL.Query()
	if v, err := strconv.Atoi(q.Get("events")); err == nil {
		n = v
	}
	if v, err := strconv.Atoi(q.Get("rate")); err == nil {
		rate = v
	}
	if rate <= 0 {
		s.release(uint64(n))
	} else {
		go func() {
			for began, done := time.Now(), 0; done < n; time.Sleep(time.Millisecond) {
				if due := min(n, int(time.Since(began).Seconds()*float64(rate))); due > done {
					s.release(uint64(due - done))
					done = due
				}
			}
		}()
	}
	text(w, fmt.Sprintf(`{"events":%d,"rate":%d,"watches":%d}`, n, rate, s.open.Load()))
}

func (s *server) stats(w http.ResponseWriter) {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	text(w, fmt.Sprintf(`{"pods":%d,"lists":%d,"watches":%d,"watchlists":%d,"open":%d,"events_sent":%d,"cpu_ms":%d,"peak_rss_mb":%d}`,
		s.store.total, s.lists.Load(), s.watches.Load(), s.watchLists.Load(), s.open.Load(), s.sent.Load(),
		(u.Utime.Nano()+u.Stime.Nano())/1e6, u.Maxrss/1024))
}

func status(w http.ResponseWriter, code int, reason, message, details string) {
	w.Header().Set("Content-Type", jsonType)
	w.WriteHeader(code)
	m, _ := json.Marshal(message)
	fmt.Fprintf(w, `{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":%s,"reason":%q%s,"code":%d}`+"\n", m, reason, details, code)
}

func flagSet(q url.Values, name string) bool {
	v, ok := q[name]
	return ok && v[0] != "0" && !strings.EqualFold(v[0], "false")
}

// wantsProto picks the first acceptable clause of the Accept header; ok is false if there is none.
func (s *server) wantsProto(r *http.Request) (proto, ok bool) {
	accept := r.Header.Get("Accept")
	if accept == "" {
		return false, true
	}
	for clause := range strings.SplitSeq(accept, ",") {
		media, params, _ := strings.Cut(strings.TrimSpace(clause), ";")
		if strings.Contains(params, "as=") {
			continue
		}
		switch strings.TrimSpace(media) {
		case protoType:
			if s.protobuf {
				return true, true
			}
		case jsonType, "application/*", "*/*":
			return false, true
		}
	}
	return false, false
}

func (s *server) pods(w http.ResponseWriter, r *http.Request) {
	proto, ok := s.wantsProto(r)
	if !ok {
		status(w, 406, "NotAcceptable", "only the following media types are accepted: "+jsonType+", "+protoType, "")
		return
	}
	q := r.URL.Query()
	if !flagSet(q, "watch") {
		s.list(w, q, proto)
		return
	}
	s.watch(w, r, q, proto)
}

func invalid(w http.ResponseWriter, field, what string) {
	cause, _ := json.Marshal("Forbidden: " + what)
	status(w, 422, "Invalid", `ListOptions.meta.k8s.io "" is invalid: `+field+": Forbidden: "+what,
		fmt.Sprintf(`,"details":{"group":"meta.k8s.io","kind":"ListOptions","causes":[{"reason":"FieldValueForbidden","message":%s,"field":%q}]}`, cause, field))
}

func (s *server) list(w http.ResponseWriter, q url.Values, proto bool) {
	if q.Has("sendInitialEvents") {
		invalid(w, "sendInitialEvents", "sendInitialEvents is forbidden for list")
		return
	}
	s.lists.Add(1)
	st := s.store
	from, to := 0, st.total
	released, _, _ := s.log()
	rv := firstRV + released
	if c := q.Get("continue"); c != "" {
		if v := q.Get("resourceVersion"); v != "" && v != "0" {
			status(w, 400, "BadRequest", "specifying resource version is not allowed when using continue", "")
			return
		}
		var err error
		if from, rv, err = st.resume(c); err != nil {
			status(w, 400, "BadRequest", "invalid continue token: "+err.Error(), "")
			return
		}
	}
	// A real server ignores limit for resourceVersion=0 and answers with everything.
	if limit, err := strconv.Atoi(q.Get("limit")); err == nil && limit > 0 && (q.Get("resourceVersion") != "0" || from > 0) {
		to = min(st.total, from+limit)
	}
	cont := ""
	if to < st.total {
		cont = st.continueAt(to, rv)
	}
	if !proto {
		w.Header().Set("Content-Type", jsonType)
		more := ""
		if cont != "" {
			more = fmt.Sprintf(`,"continue":"%s","remainingItemCount":%d`, cont, st.total-to)
		}
		fmt.Fprintf(w, `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"%d"%s},"items":[`, rv, more)
		if st.total > st.n {
			madeItems(w, st, from, to)
		} else if to > from {
			pieces(w, st.json[st.jsonAt[from]:st.jsonAt[to]-1])
		}
		io.WriteString(w, "]}\n")
		return
	}
	meta := append([]byte{0x0a, 0, 0x12, 9}, strconv.FormatUint(rv, 10)...)
	meta = append(binary.AppendUvarint(append(meta, 0x1a), uint64(len(cont))), cont...)
	if cont != "" {
		meta = binary.AppendUvarint(append(meta, 0x20), uint64(st.n-to))
	}
	meta = append(binary.AppendUvarint([]byte{0x0a}, uint64(len(meta))), meta...)
	var parts [][]byte
	size := len(meta)
	for i := from; i < to; {
		b := i / blockSize
		end := min(to, (b+1)*blockSize)
		part := st.proto[b][st.protoAt[b][i%blockSize]:st.protoAt[b][end-b*blockSize]]
		parts, size, i = append(parts, part), size+len(part), end
	}
	w.Header().Set("Content-Type", protoType)
	w.Write(unknownHead("PodList", size))
	w.Write(meta)
	for _, p := range parts {
		pieces(w, p)
	}
	w.Write(unknownTail)
}

// pieces writes b in parts, so that a chunk or frame never covers a whole list.
func pieces(w io.Writer, b []byte) {
	for len(b) > 0 {
		n := min(len(b), batch)
		if _, err := w.Write(b[:n]); err != nil {
			return
		}
		b = b[n:]
	}
}

func madeItems(w io.Writer, st *store, from, to int) {
	buf := make([]byte, 0, batch+64<<10)
	for i := from; i < to; i++ {
		if i > from {
			buf = append(buf, ',')
		}
		buf = st.made(buf, i)
		if len(buf) >= batch || i == to-1 {
			if _, err := w.Write(buf); err != nil {
				return
			}
			buf = buf[:0]
		}
	}
}

func (s *server) watch(w http.ResponseWriter, r *http.Request, q url.Values, proto bool) {
	rv := q.Get("resourceVersion")
	initial := rv == "" || rv == "0"
	marker := false
	if q.Has("sendInitialEvents") {
		if !s.watchList {
			invalid(w, "sendInitialEvents", "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled")
			return
		}
		if q.Get("resourceVersionMatch") != "NotOlderThan" {
			invalid(w, "resourceVersionMatch", "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan")
			return
		}
		initial = flagSet(q, "sendInitialEvents")
		s.watchLists.Add(1)
	} else {
		s.watches.Add(1)
	}
	marker = initial && s.watchList && flagSet(q, "allowWatchBookmarks")
	next, born, _ := s.log()
	if rv != "" && rv != "0" {
		v, err := strconv.ParseUint(rv, 10, 64)
		if err != nil {
			status(w, 500, "", "invalid resource version: "+err.Error(), "")
			return
		}
		if !initial {
			next = max(v, firstRV) - firstRV
		}
	}
	ctx := r.Context()
	if t, err := strconv.Atoi(q.Get("timeoutSeconds")); err == nil && t > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(t)*time.Second)
		defer cancel()
	}
	s.opened()
	s.open.Add(1)
	defer s.open.Add(-1)
	if strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		s.webSocket(ctx, w, r, next, born, initial, marker)
		return
	}
	out := stream{json: true, end: "\n"}
	w.Header().Set("Content-Type", jsonType)
	if proto {
		out = stream{}
		w.Header().Set("Content-Type", protoType+";stream=watch")
	}
	rc := http.NewResponseController(w)
	out.w, out.flush = w, rc.Flush
	w.WriteHeader(200)
	if rc.Flush() != nil {
		return
	}
	s.run(ctx, &out, next, born, initial, marker)
}

// A stream writes events in batches in one of the three forms.
type stream struct {
	w     io.Writer
	flush func() error
	json  bool
	end   string
	ws    bool
	buf   []byte
}

func (o *stream) put(b []byte) {
	if o.ws {
		o.buf = wsHeader(o.buf, len(b))
	}
	o.buf = append(append(o.buf, b...), o.end...)
}

func (o *stream) event(st *store, typ string, i int, c *change) {
	if !o.json {
		o.buf = st.appendProto(o.buf, typ, i, c)
		return
	}
	if o.ws {
		o.buf = wsHeader(o.buf, len(`{"type":"","object":{"kind":"Pod","apiVersion":"v1",}`)+len(typ)+len(st.item(i%st.n))-1)
	}
	o.buf = append(st.appendJSON(o.buf, typ, i, c), o.end...)
}

func (o *stream) send(all bool) error {
	if len(o.buf) > 0 && (all || len(o.buf) >= batch) {
		if _, err := o.w.Write(o.buf); err != nil {
			return err
		}
		o.buf = o.buf[:0]
	}
	if all {
		return o.flush()
	}
	return nil
}

func (s *server) run(ctx context.Context, o *stream, next uint64, born int, initial, marker bool) {
	st := s.store
	o.buf = make([]byte, 0, batch+64<<10)
	if initial {
		for i := range st.total {
			o.event(st, "ADDED", i, nil)
			if o.send(false) != nil || ctx.Err() != nil {
				return
			}
		}
		if marker && o.json {
			o.put(bookmarkJSON(firstRV+next, true))
		} else if marker {
			o.put(bookmarkProto(firstRV+next, true))
		}
		if o.send(true) != nil {
			return
		}
	}
	var c change
	for ctx.Err() == nil {
		released, expiries, wake := s.log()
		if expiries != born {
			if o.json {
				o.put(expiredJSON())
			} else {
				o.put(expiredProto())
			}
			o.send(true)
			return
		}
		if next >= released {
			select {
			case <-wake:
			case <-ctx.Done():
			}
			continue
		}
		for ; next < released; next++ {
			c.at(st, next)
			o.event(st, "MODIFIED", c.pod, &c)
			s.sent.Add(1)
			if o.send(false) != nil || ctx.Err() != nil {
				return
			}
		}
		if o.send(true) != nil {
			return
		}
	}
}

func wsHeader(dst []byte, size int) []byte {
	switch {
	case size < 126:
		return append(dst, 0x81, byte(size))
	case size < 65536:
		return binary.BigEndian.AppendUint16(append(dst, 0x81, 126), uint16(size))
	}
	return binary.BigEndian.AppendUint64(append(dst, 0x81, 127), uint64(size))
}

func (s *server) webSocket(ctx context.Context, w http.ResponseWriter, r *http.Request, next uint64, born int, initial, marker bool) {
	sum := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	conn, rw, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, "no upgrade here", http.StatusServiceUnavailable)
		return
	}
	defer conn.Close()
	fmt.Fprintf(rw, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", base64.StdEncoding.EncodeToString(sum[:]))
	if rw.Flush() != nil {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out := &lockedConn{conn: conn}
	go func() {
		defer cancel()
		readFrames(rw.Reader, out)
	}()
	s.run(ctx, &stream{w: out, flush: func() error { return nil }, json: true, ws: true}, next, born, initial, marker)
	out.Write([]byte{0x88, 2, 0x03, 0xe8}) // close, 1000
}

// lockedConn keeps pongs from landing inside an event.
type lockedConn struct {
	mu   sync.Mutex
	conn net.Conn
}

func (c *lockedConn) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.conn.Write(b)
}

// readFrames answers pings and returns on close or error.
func readFrames(r *bufio.Reader, w io.Writer) {
	for {
		var h [2]byte
		if _, err := io.ReadFull(r, h[:]); err != nil {
			return
		}
		size := int(h[1] & 0x7f)
		extra := map[int]int{126: 2, 127: 8}[size]
		if extra > 0 {
			b := make([]byte, 8)
			if _, err := io.ReadFull(r, b[8-extra:]); err != nil {
				return
			}
			size = int(binary.BigEndian.Uint64(b))
		}
		var mask [4]byte
		if h[1]&0x80 != 0 {
			if _, err := io.ReadFull(r, mask[:]); err != nil {
				return
			}
		}
		if size > 1<<16 {
			return
		}
		body := make([]byte, size)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		for i := range body {
			body[i] ^= mask[i%4]
		}
		switch h[0] & 0x0f {
		case 8:
			return
		case 9:
			if size < 126 {
				w.Write(append([]byte{0x8a, byte(size)}, body...))
			}
		}
	}
}
