// Prints the lines "always MESSAGE FIELD..." of protobuf-fields.txt: the fields of the Kubernetes API that Go writes to JSON
// even if they are zero, because their tag does not say omitempty. Whether a field is a scalar is for the reader to see.
//
//	go run apiserver/src/tools/always-fields.go API_DIR APIMACHINERY_DIR
//
// where the directories are those of the modules k8s.io/api and k8s.io/apimachinery, as "go mod download -json" tells them.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
)

func main() {
	var lines []string
	api, machinery := os.Args[1], os.Args[2]
	packages, _ := filepath.Glob(filepath.Join(api, "*", "v*"))
	for _, dir := range packages {
		group, version := filepath.Base(filepath.Dir(dir)), filepath.Base(dir)
		lines = append(lines, structs(dir, "k8s.io.api."+group+"."+version)...)
	}
	meta := filepath.Join(machinery, "pkg", "apis", "meta", "v1")
	lines = append(lines, structs(meta, "k8s.io.apimachinery.pkg.apis.meta.v1")...)
	sort.Strings(lines)
	fmt.Println(strings.Join(lines, "\n"))
}

func structs(dir, pkg string) (lines []string) {
	files, _ := filepath.Glob(filepath.Join(dir, "*types.go"))
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			panic(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if spec, ok := node.(*ast.TypeSpec); ok {
				if fields := always(spec); len(fields) > 0 {
					lines = append(lines, "always "+pkg+"."+spec.Name.Name+" "+strings.Join(fields, " "))
				}
			}
			return true
		})
	}
	return lines
}

func always(spec *ast.TypeSpec) (names []string) {
	body, ok := spec.Type.(*ast.StructType)
	if !ok {
		return nil
	}
	for _, field := range body.Fields.List {
		switch field.Type.(type) {
		case *ast.StarExpr, *ast.ArrayType, *ast.MapType:
			continue
		}
		if field.Tag == nil {
			continue
		}
		tag := reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json")
		name, rest, _ := strings.Cut(tag, ",")
		if name != "" && name != "-" && !strings.Contains(rest, "omitempty") && !strings.Contains(rest, "inline") {
			names = append(names, name)
		}
	}
	return names
}
