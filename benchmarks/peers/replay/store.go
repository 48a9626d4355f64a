package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// firstRV is the resourceVersion of the initial state. It is larger than any
// resourceVersion in the data and has nine digits, like all of them, so that an
// event can be written over a stored object without moving bytes.
const firstRV = 900_000_000

// epoch is the time of the first event; a hundred events share a second.
var epoch = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// A patch holds the offsets, inside one encoded object, of everything an event changes.
type patch struct {
	rv, managed, ready, containersReady, started, restarts, id uint16
	nameEnd, uid                                               uint16 // JSON only, for made pods
}

// The store keeps every object twice, encoded once and for all: as JSON list
// items separated by commas, and as protobuf list items (tag, length, body).
type store struct {
	n      int
	total  int      // more than n: the pods served are made from the n stored ones
	keys   []string // namespace/name, in list order
	json   []byte
	jsonAt []uint64 // n+1 offsets into json
	jsonP  []patch
	digit  []byte // restartCount of the stored object

	proto   [][]byte // blocks of blockSize items
	protoAt [][]uint32
	bodyAt  []uint8 // length of tag and length before the body
	protoP  []patch
}

const blockSize = 1000

func load(path string, want int, withProto bool) (*store, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(raw) > 0 && raw[len(raw)-1] != '\n' {
		raw = append(raw, '\n')
	}
	total := bytes.Count(raw, []byte{'\n'})
	if want <= 0 || want > total {
		want = total
	}
	s := &store{n: want, keys: make([]string, 0, want), jsonAt: make([]uint64, 1, want+1), jsonP: make([]patch, want), digit: make([]byte, want)}
	s.json = raw[:0] // compacts in place: never writes past what was read
	for line, pos := 0, 0; pos < len(raw) && len(s.keys) < want; line++ {
		end := pos + bytes.IndexByte(raw[pos:], '\n')
		// An even spread, so that a part of the file keeps its mix of namespaces.
		if line == len(s.keys)*total/want {
			s.json = append(append(s.json, raw[pos:end]...), ',')
			s.jsonAt = append(s.jsonAt, uint64(len(s.json)))
			k := len(s.keys)
			key, err := s.index(k)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", line+1, err)
			}
			if k > 0 && key <= s.keys[k-1] {
				return nil, fmt.Errorf("line %d: %s is not after %s", line+1, key, s.keys[k-1])
			}
			s.keys = append(s.keys, key)
		}
		pos = end + 1
	}
	if withProto {
		return s, s.encodeProto()
	}
	return s, nil
}

func (s *store) item(i int) []byte { return s.json[s.jsonAt[i] : s.jsonAt[i+1]-1] }

// made appends pod i of a collection larger than the file: one of the stored pods under a name and uid of its own.
func (s *store) made(dst []byte, i int) []byte {
	base := i % s.n
	start := len(dst)
	dst = append(dst, s.item(base)...)
	if s.total == s.n {
		return dst
	}
	p, number := &s.jsonP[base], i
	for k := 1; k <= 5; k++ {
		dst[start+int(p.nameEnd)-k] = "bcdfghjklmnpqrstvwxz2456789"[number%27]
		number /= 27
	}
	for k, number := 7, i; k >= 0; k-- {
		dst[start+int(p.uid)+k] = "0123456789abcdef"[number&15]
		number >>= 4
	}
	return dst
}

// index finds the offsets of one JSON object and returns its key.
func (s *store) index(i int) (string, error) {
	b := s.item(i)
	if len(b) > 65535 {
		return "", errors.New("object larger than 64 KiB")
	}
	var failed error
	pos := 0
	after := func(mark string) int {
		at := bytes.Index(b[pos:], []byte(mark))
		if at < 0 && failed == nil {
			failed = fmt.Errorf("no %s after byte %d", mark, pos)
		}
		if at >= 0 {
			pos += at + len(mark)
		}
		return pos
	}
	text := func(mark string) string {
		from := after(mark)
		return string(b[from : from+max(0, bytes.IndexByte(b[from:], '"'))])
	}
	var p patch
	name := text(`"name":"`)
	p.nameEnd = uint16(pos + len(name))
	namespace := text(`"namespace":"`)
	p.uid = uint16(after(`"uid":"`))
	p.rv = uint16(after(`"resourceVersion":"`))
	after(`"manager":"kubelet"`)
	p.managed = uint16(after(`"time":"`))
	after(`"conditions":[`)
	after(`{"type":"Ready"`)
	p.ready = uint16(after(`"lastTransitionTime":"`))
	after(`{"type":"ContainersReady"`)
	p.containersReady = uint16(after(`"lastTransitionTime":"`))
	after(`"containerStatuses":[`)
	p.started = uint16(after(`"startedAt":"`))
	p.restarts = uint16(after(`"restartCount":`))
	p.id = uint16(after(`"containerID":"containerd://`) + 64 - 8)
	if failed != nil {
		return "", failed
	}
	if b[p.rv+9] != '"' || b[p.restarts+1] != ',' || b[p.id+8] != '"' {
		return "", errors.New("resourceVersion needs nine digits, restartCount one, containerID 64")
	}
	s.jsonP[i], s.digit[i] = p, b[p.restarts]
	return namespace + "/" + name, nil
}

func (s *store) encodeProto() error {
	blocks := (s.n + blockSize - 1) / blockSize
	s.proto, s.protoAt = make([][]byte, blocks), make([][]uint32, blocks)
	s.protoP, s.bodyAt = make([]patch, s.n), make([]uint8, s.n)
	work := make(chan int, blocks)
	for b := range blocks {
		work <- b
	}
	close(work)
	errs := make(chan error, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for range cap(errs) {
		wg.Go(func() {
			for b := range work {
				if err := s.encodeBlock(b); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	wg.Wait()
	close(errs)
	return <-errs
}

func (s *store) encodeBlock(block int) error {
	from, to := block*blockSize, min(s.n, (block+1)*blockSize)
	out := make([]byte, 0, (to-from)*7000)
	at := make([]uint32, 1, to-from+1)
	for i := from; i < to; i++ {
		var pod corev1.Pod
		if err := json.Unmarshal(s.item(i), &pod); err != nil {
			return fmt.Errorf("%s: %w", s.keys[i], err)
		}
		body, err := pod.Marshal()
		if err != nil {
			return err
		}
		if s.protoP[i], err = protoPatch(&pod); err != nil {
			return fmt.Errorf("%s: %w", s.keys[i], err)
		}
		start := len(out)
		out = binary.AppendUvarint(append(out, 0x12), uint64(len(body)))
		s.bodyAt[i] = uint8(len(out) - start)
		out = append(out, body...)
		at = append(at, uint32(len(out)))
	}
	s.proto[block], s.protoAt[block] = bytes.Clone(out), at
	return nil
}

// protoPatch encodes the pod twice with different values in every field that
// an event changes; the bytes that differ are the places to write.
func protoPatch(pod *corev1.Pod) (patch, error) {
	with := func(rv string, t time.Time, restarts int32, id string) ([]byte, error) {
		p := pod.DeepCopy()
		p.ResourceVersion = rv
		at := metav1.NewTime(t)
		for i := range p.ManagedFields {
			if p.ManagedFields[i].Manager == "kubelet" {
				p.ManagedFields[i].Time = &at
			}
		}
		for i := range p.Status.Conditions {
			if c := &p.Status.Conditions[i]; c.Type == corev1.PodReady || c.Type == corev1.ContainersReady {
				c.LastTransitionTime = at
			}
		}
		c := &p.Status.ContainerStatuses[0]
		c.State.Running.StartedAt, c.RestartCount = at, restarts
		c.ContainerID = c.ContainerID[:len(c.ContainerID)-8] + id
		return p.Marshal()
	}
	a, err := with("111111111", time.Unix(epoch.Unix()&^127, 0), 1, "aaaaaaaa")
	if err != nil {
		return patch{}, err
	}
	b, err := with("222222222", time.Unix(epoch.Unix()&^127+1, 0), 2, "bbbbbbbb")
	if err != nil {
		return patch{}, err
	}
	var d []uint16
	for i := range a {
		if a[i] != b[i] {
			d = append(d, uint16(i))
		}
	}
	if len(a) != len(b) || len(a) > 65535 || len(d) != 9+4+1+8 {
		return patch{}, fmt.Errorf("%d bytes differ between two encodings", len(d))
	}
	return patch{rv: d[0], managed: d[9], ready: d[10], containersReady: d[11], started: d[12], restarts: d[13], id: d[14]}, nil
}

// A change is what one event writes over a stored object.
type change struct {
	rv       []byte
	stamp    [8]byte // low 32 bits of the sending time in µs, hexadecimal
	rfc3339  []byte
	varint   []byte
	restarts byte
	pod      int
	second   int64
}

// at fills c for event number k. Events visit all pods in a fixed scattered order.
func (c *change) at(s *store, k uint64) {
	c.pod = int(k * 7919 % uint64(s.n))
	c.rv = strconv.AppendUint(c.rv[:0], firstRV+1+k, 10)
	c.restarts = (s.digit[c.pod] - '0' + 1 + byte(k/uint64(s.n)%9)) % 10
	now := uint32(time.Now().UnixMicro())
	for i := 7; i >= 0; i-- {
		c.stamp[i] = "0123456789abcdef"[now&15]
		now >>= 4
	}
	if sec := epoch.Unix() + int64(k/100); sec != c.second || c.rfc3339 == nil {
		c.second = sec
		c.rfc3339 = time.Unix(sec, 0).UTC().AppendFormat(c.rfc3339[:0], time.RFC3339)
		c.varint = binary.AppendUvarint(c.varint[:0], uint64(sec))
	}
}

func (c *change) write(obj []byte, p *patch, when []byte, restarts byte) {
	copy(obj[p.rv:], c.rv)
	copy(obj[p.managed:], when)
	copy(obj[p.ready:], when)
	copy(obj[p.containersReady:], when)
	copy(obj[p.started:], when)
	obj[p.restarts] = restarts
	copy(obj[p.id:], c.stamp[:])
}

// appendJSON appends {"type":T,"object":{…}} for pod i, changed if c is not nil.
func (s *store) appendJSON(dst []byte, typ string, i int, c *change) []byte {
	dst = append(append(append(dst, `{"type":"`...), typ...), `","object":`...)
	const head = `{"kind":"Pod","apiVersion":"v1"`
	dst = append(dst, head...)
	start := len(dst)
	dst = s.made(dst, i)
	dst[start] = ','
	if c != nil {
		c.write(dst[start:], &s.jsonP[i], c.rfc3339, '0'+c.restarts)
	}
	return append(dst, '}')
}

var magic = []byte("k8s\x00")

// unknownHead is the part of a runtime.Unknown before the raw object.
func unknownHead(kind string, size int) []byte {
	meta := append([]byte{0x0a, 2, 'v', '1', 0x12, byte(len(kind))}, kind...)
	b := append([]byte(nil), magic...)
	b = append(append(b, 0x0a, byte(len(meta))), meta...)
	return binary.AppendUvarint(append(b, 0x12), uint64(size))
}

// unknownTail is the empty contentEncoding and contentType.
var unknownTail = []byte{0x1a, 0, 0x22, 0}

func (s *store) protoBody(i int) []byte {
	b, k := i/blockSize, i%blockSize
	return s.proto[b][s.protoAt[b][k]+uint32(s.bodyAt[i]) : s.protoAt[b][k+1]]
}

// appendProto appends one length-delimited meta.v1.WatchEvent.
func (s *store) appendProto(dst []byte, typ string, i int, c *change) []byte {
	body := s.protoBody(i)
	dst, start := frame(dst, typ, "Pod", body)
	if c != nil {
		c.write(dst[start:], &s.protoP[i], c.varint, c.restarts)
	}
	return append(dst, unknownTail...)
}

// frame appends everything but the tail and returns where the object begins.
func frame(dst []byte, typ, kind string, body []byte) ([]byte, int) {
	head := unknownHead(kind, len(body))
	raw := len(head) + len(body) + len(unknownTail)
	ext := 1 + uvarintLen(raw) + raw
	size := 2 + len(typ) + 1 + uvarintLen(ext) + ext
	dst = binary.BigEndian.AppendUint32(dst, uint32(size))
	dst = append(append(dst, 0x0a, byte(len(typ))), typ...)
	dst = binary.AppendUvarint(append(dst, 0x12), uint64(ext))
	dst = binary.AppendUvarint(append(dst, 0x0a), uint64(raw))
	dst = append(dst, head...)
	return append(dst, body...), len(dst)
}

func uvarintLen(v int) int { return len(binary.AppendUvarint(nil, uint64(v))) }

func bookmarkJSON(rv uint64, end bool) []byte {
	note := ""
	if end {
		note = `,"annotations":{"k8s.io/initial-events-end":"true"}`
	}
	return fmt.Appendf(nil, `{"type":"BOOKMARK","object":{"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"%d"%s},"spec":{"containers":null},"status":{}}}`, rv, note)
}

func bookmarkProto(rv uint64, end bool) []byte {
	pod := corev1.Pod{ObjectMeta: metav1.ObjectMeta{ResourceVersion: strconv.FormatUint(rv, 10)}}
	if end {
		pod.Annotations = map[string]string{metav1.InitialEventsAnnotationKey: "true"}
	}
	body, err := pod.Marshal()
	if err != nil {
		panic(err)
	}
	b, _ := frame(nil, "BOOKMARK", "Pod", body)
	return append(b, unknownTail...)
}

const expired = "too old resource version"

func expiredJSON() []byte {
	return []byte(`{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"` + expired + `","reason":"Expired","code":410}}`)
}

func expiredProto() []byte {
	status := metav1.Status{Status: metav1.StatusFailure, Message: expired, Reason: metav1.StatusReasonExpired, Code: 410}
	body, err := status.Marshal()
	if err != nil {
		panic(err)
	}
	b, _ := frame(nil, "ERROR", "Status", body)
	return append(b, unknownTail...)
}

type token struct {
	V     string `json:"v"`
	RV    int64  `json:"rv"`
	Start string `json:"start"`
}

func (s *store) continueAt(i int, rv uint64) string {
	start := strconv.Itoa(i) // a made collection is in no order
	if s.total == s.n {
		start = s.keys[i-1] + "\x00"
	}
	b, _ := json.Marshal(token{"meta.k8s.io/v1", int64(rv), start})
	return base64.RawURLEncoding.EncodeToString(b)
}

func (s *store) resume(cont string) (from int, rv uint64, err error) {
	b, err := base64.RawURLEncoding.DecodeString(cont)
	if err != nil {
		return 0, 0, err
	}
	var t token
	if err := json.Unmarshal(b, &t); err != nil {
		return 0, 0, err
	}
	if s.total > s.n {
		from, err = strconv.Atoi(t.Start)
		return from, uint64(t.RV), err
	}
	key := strings.TrimSuffix(t.Start, "\x00")
	return sort.Search(s.n, func(i int) bool { return s.keys[i] > key }), uint64(t.RV), nil
}
