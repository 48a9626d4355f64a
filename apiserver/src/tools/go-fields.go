// Prints the lines of protobuf-fields.txt that say what Go writes to JSON of an object without values:
//
//	always MESSAGE FIELD...   fields whose tag does not say omitempty or omitzero. There may be some among them that are no scalars.
//	null MESSAGE FIELD...     pointers, lists and maps of that sort: written as null
//	struct MESSAGE FIELD...   structs that stand in their parent as values, and so are always written, unless their tag says omitzero
//
//	go run apiserver/src/tools/go-fields.go API_DIR APIMACHINERY_DIR APIEXTENSIONS_DIR AGGREGATOR_DIR
//
// where the directories are those of the modules k8s.io/api, k8s.io/apimachinery, k8s.io/apiextensions-apiserver and
// k8s.io/kube-aggregator, as "go mod download -json" tells them.
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

// A directory of types, and the protobuf package that it becomes.
type types struct{ dir, imported, message string }

// The names of all structs: "k8s.io/api/core/v1.PodSpec".
var structs = map[string]bool{}

func main() {
	api, machinery, extensions, aggregator := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	meta := "pkg/apis/meta/v1"
	all := []types{
		{filepath.Join(machinery, meta), "k8s.io/apimachinery/" + meta, ""},
		{filepath.Join(machinery, "pkg/runtime"), "k8s.io/apimachinery/pkg/runtime", ""},
		{filepath.Join(machinery, "pkg/util/intstr"), "k8s.io/apimachinery/pkg/util/intstr", ""},
		{filepath.Join(machinery, "pkg/api/resource"), "k8s.io/apimachinery/pkg/api/resource", ""},
	}
	packages, _ := filepath.Glob(filepath.Join(api, "*", "v*"))
	for _, dir := range packages {
		name := filepath.Base(filepath.Dir(dir)) + "/" + filepath.Base(dir)
		all = append(all, types{dir, "k8s.io/api/" + name, ""})
	}
	packages, _ = filepath.Glob(filepath.Join(extensions, "pkg/apis/apiextensions", "v*"))
	for _, dir := range packages {
		name := "pkg/apis/apiextensions/" + filepath.Base(dir)
		all = append(all, types{dir, "k8s.io/apiextensions-apiserver/" + name, ""})
	}
	registration := "pkg/apis/apiregistration/v1"
	all = append(all, types{filepath.Join(aggregator, registration), "k8s.io/kube-aggregator/" + registration, ""})
	for i := range all {
		all[i].message = strings.NewReplacer("/", ".", "-", "_").Replace(all[i].imported)
		each(all[i].dir, func(file *ast.File, spec *ast.TypeSpec) {
			if _, ok := spec.Type.(*ast.StructType); ok {
				structs[all[i].imported+"."+spec.Name.Name] = true
			}
		})
	}
	var lines []string
	for _, one := range all {
		each(one.dir, func(file *ast.File, spec *ast.TypeSpec) {
			if body, ok := spec.Type.(*ast.StructType); ok {
				lines = append(lines, fields(one, file, spec.Name.Name, body)...)
			}
		})
	}
	sort.Strings(lines)
	fmt.Println(strings.Join(lines, "\n"))
}

func each(dir string, visit func(*ast.File, *ast.TypeSpec)) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || strings.Contains(filepath.Base(name), "generated") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			panic(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if spec, ok := node.(*ast.TypeSpec); ok {
				visit(file, spec)
			}
			return true
		})
	}
}

func fields(in types, file *ast.File, name string, body *ast.StructType) (lines []string) {
	said := map[string][]string{}
	for _, field := range body.Fields.List {
		if field.Tag == nil {
			continue
		}
		tag := reflect.StructTag(strings.Trim(field.Tag.Value, "`"))
		json, rest, _ := strings.Cut(tag.Get("json"), ",")
		if json == "" || json == "-" || tag.Get("protobuf") == "" || strings.Contains(rest, "omitzero") {
			continue
		}
		always := !strings.Contains(rest, "omitempty")
		switch kind := field.Type.(type) {
		case *ast.StarExpr, *ast.ArrayType, *ast.MapType:
			if always {
				said["null"] = append(said["null"], json)
			}
		default:
			if structs[qualified(in, file, kind)] {
				said["struct"] = append(said["struct"], json)
			} else if always {
				said["always"] = append(said["always"], json)
			}
		}
	}
	for word, names := range said {
		lines = append(lines, word+" "+in.message+"."+name+" "+strings.Join(names, " "))
	}
	return lines
}

// The full name of a type that a file mentions.
func qualified(in types, file *ast.File, kind ast.Expr) string {
	switch kind := kind.(type) {
	case *ast.Ident:
		return in.imported + "." + kind.Name
	case *ast.SelectorExpr:
		alias := kind.X.(*ast.Ident).Name
		for _, spec := range file.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			if spec.Name != nil && spec.Name.Name == alias || spec.Name == nil && filepath.Base(path) == alias {
				return path + "." + kind.Sel.Name
			}
		}
	}
	return ""
}
