//go:build ignore

// Uses lists every declaration of a Go module and every place that refers to it, by the type checker, for one configuration.
//
//	GOOS=windows go run uses.go ROOT [TAGS]
//
// It prints a JSON object a line: {"name","kind","declared","uses"}, places as file:line:column below ROOT.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
)

type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	CgoFiles        []string
	ImportMap       map[string]string
	Standard        bool
	Module          *struct{ Main bool }
}

type symbol struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"`
	Declared string   `json:"declared"`
	Uses     []string `json:"uses"`
}

type importer struct {
	known map[string]*types.Package
	paths map[string]string
}

func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if to, ok := i.paths[path]; ok {
		path = to
	}
	if found := i.known[path]; found != nil {
		return found, nil
	}
	return nil, fmt.Errorf("%s is not listed", path)
}

var (
	fset    = token.NewFileSet()
	root    string
	symbols = map[string]*symbol{}
	uses    = map[string]map[string]bool{}
)

func main() {
	root = os.Args[1]
	args := []string{"list", "-e", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,CgoFiles,ImportMap,Standard,Module"}
	if len(os.Args) > 2 && os.Args[2] != "" {
		args = append(args, "-tags", os.Args[2])
	}
	command := exec.Command("go", append(args, "./...")...)
	command.Dir = root
	command.Stderr = os.Stderr
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	output, err := command.Output()
	if err != nil && len(output) == 0 {
		panic(err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(output)))
	known := map[string]*types.Package{}
	for decoder.More() {
		var one listed
		if err := decoder.Decode(&one); err != nil {
			panic(err)
		}
		check(one, known)
	}
	print()
}

func check(one listed, known map[string]*types.Package) {
	if one.ImportPath == "unsafe" || strings.HasSuffix(one.ImportPath, ".test") {
		return
	}
	own := one.Module != nil && one.Module.Main
	var files []*ast.File
	for _, name := range one.GoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(one.Dir, name)
		}
		file, _ := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if file != nil {
			files = append(files, file)
		}
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{
		Importer:         importer{known, one.ImportMap},
		IgnoreFuncBodies: !own,
		FakeImportC:      true,
		// What does not compile here is left out, and the rest is still checked.
		Error: func(error) {},
	}
	path := one.ImportPath
	if at := strings.IndexByte(path, ' '); at >= 0 {
		path = path[:at]
	}
	checked, _ := config.Check(path, fset, files, info)
	known[one.ImportPath] = checked
	if own {
		record(info)
	}
}

func record(info *types.Info) {
	for ident, object := range info.Defs {
		if object == nil {
			continue
		}
		kind := kindOf(object)
		at := place(ident.Pos())
		if kind == "" || ident.Name == "_" || at == "" {
			continue
		}
		if symbols[at] == nil {
			symbols[at] = &symbol{Name: ident.Name, Kind: kind, Declared: at}
		}
	}
	for ident, object := range info.Uses {
		declared := place(origin(object).Pos())
		at := place(ident.Pos())
		if declared == "" || at == "" || at == declared {
			continue
		}
		if uses[declared] == nil {
			uses[declared] = map[string]bool{}
		}
		uses[declared][at] = true
	}
}

func origin(object types.Object) types.Object {
	switch object := object.(type) {
	case *types.Func:
		return object.Origin()
	case *types.Var:
		return object.Origin()
	}
	return object
}

// Local variables, parameters and labels are not asked about.
func kindOf(object types.Object) string {
	isTop := object.Pkg() != nil && object.Parent() == object.Pkg().Scope()
	switch object := object.(type) {
	case *types.Func:
		if object.Type().(*types.Signature).Recv() != nil {
			return "method"
		}
		if object.Name() == "init" || object.Name() == "main" {
			return ""
		}
		return "function"
	case *types.TypeName:
		if isTop {
			return "type"
		}
	case *types.Var:
		if object.IsField() && !object.Embedded() {
			return "property"
		}
		if isTop {
			return "variable"
		}
	case *types.Const:
		if isTop {
			return "constant"
		}
	}
	return ""
}

func place(at token.Pos) string {
	if !at.IsValid() {
		return ""
	}
	position := fset.Position(at)
	path, err := filepath.Rel(root, position.Filename)
	if err != nil || strings.HasPrefix(path, "..") {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", filepath.ToSlash(path), position.Line, position.Column)
}

func print() {
	encoder := json.NewEncoder(os.Stdout)
	for at, one := range symbols {
		one.Uses = []string{}
		for use := range uses[at] {
			one.Uses = append(one.Uses, use)
		}
		sort.Strings(one.Uses)
		_ = encoder.Encode(one)
	}
}
