// Replay is an API server for measurements: it serves a file of pods by LIST,
// WATCH and watch-list, in JSON and protobuf, from bytes encoded at start.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"flag"
	"fmt"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"time"
)

func main() {
	pods := flag.String("pods", "", "NDJSON file of pods, sorted by namespace/name")
	total := flag.Int("total", 0, "serve so many pods, made from those of the file while they are sent: JSON, no events")
	n := flag.Int("n", 0, "number of pods, spread evenly over the file (0: all)")
	port := flag.Int("port", 18080, "port on the loopback address")
	useTLS := flag.Bool("tls", false, "TLS with a self-signed certificate, HTTP/2 and HTTP/1.1")
	certOut := flag.String("cert-out", "", "with -tls: write the certificate (PEM) to this file")
	events := flag.Int("events", 200_000, "MODIFIED events per POST /replay/start, unless the request says otherwise")
	watchlist := flag.String("watchlist", "on", "on|off: support sendInitialEvents, or answer 422")
	protobuf := flag.String("protobuf", "on", "on|off: off saves start-up time and memory")
	verbose := flag.Bool("v", false, "log requests")
	flag.Parse()

	began := time.Now()
	st, err := load(*pods, *n, *protobuf == "on")
	if err != nil {
		log.Fatal(err)
	}
	st.total = max(st.n, *total)
	runtime.GC()
	debug.FreeOSMemory()
	s := &server{store: st, events: *events, watchList: *watchlist == "on", protobuf: *protobuf == "on" && *total == 0, verbose: *verbose, wake: make(chan struct{})}
	srv := &http.Server{Handler: s, HTTP2: &http.HTTP2Config{MaxConcurrentStreams: 100}}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("ready: %d pods, %d bytes of JSON, port %d, %.1f s\n", st.total, len(st.json), *port, time.Since(began).Seconds())
	if *useTLS {
		cert, err := selfSigned(*certOut)
		if err != nil {
			log.Fatal(err)
		}
		srv.TLSConfig = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
		err = srv.ServeTLS(l, "", "")
		log.Fatal(err)
	}
	log.Fatal(srv.Serve(l))
}

func selfSigned(out string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	t := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "replay"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(30 * 24 * time.Hour),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, err
	}
	if out != "" {
		if err := os.WriteFile(out, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o644); err != nil {
			return tls.Certificate{}, err
		}
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}
