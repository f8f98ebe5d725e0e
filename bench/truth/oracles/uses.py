"""Lists every declaration of a Python repository and every place that refers to it, by scope and by imports.

    python uses.py ROOT LIBRARIES SOURCE_ROOT...

Code under every condition is read, so what a type checker takes for unreachable counts. Names of modules are resolved through
imports; members through `self`, `cls`, their class and its bases, and elsewhere only where the name is declared once in the
repository and by no library; other accesses to a member of that name are undecided. Prints a JSON object a line: {"name", "kind",
"declared", "uses", "named", "undecided"}.
"""

import ast
import builtins
import json
import os
import re
import sys
import sysconfig

ROOT, LIBRARIES, *SOURCE_ROOTS = sys.argv[1:]
FOREIGN = {".venv", ".git", "node_modules", "__pycache__"}


class Declared:
    def __init__(self, name, kind):
        self.name, self.kind = name, kind
        self.places, self.uses, self.named, self.undecided = [], set(), set(), set()


class Module:
    def __init__(self, path, name, is_package, tree):
        self.path, self.name, self.is_package, self.tree = path, name, is_package, tree
        self.bindings = {}  # name -> ("def", Declared) | ("import", module, attribute or None)
        self.stars = []
        self.classes = {}  # name -> Class


class Class:
    def __init__(self, module, node):
        self.module, self.node, self.members = module, node, {}


modules = {}  # dotted name -> [Module]: a stub and a source share a name
by_path = {}
declarations = []
member_names = {}  # name -> [Declared]
attribute_uses = {}  # name -> set of places where it stands behind something unknown


def read_all():
    for directory, folders, files in os.walk(ROOT):
        folders[:] = sorted(one for one in folders if one not in FOREIGN)
        for file in sorted(files):
            if file.endswith((".py", ".pyi")):
                read(os.path.relpath(os.path.join(directory, file), ROOT))


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return
    name = module_name(path)
    is_package = os.path.basename(path).startswith("__init__.")
    module = Module(path, name, is_package, tree)
    module.lines = text.split("\n")
    modules.setdefault(name, []).append(module)
    by_path[path] = module


def module_name(path):
    for source in sorted(SOURCE_ROOTS, key=len, reverse=True):
        prefix = "" if source == "." else source + "/"
        if path.startswith(prefix):
            parts = re.sub(r"\.pyi?$", "", path[len(prefix):]).split("/")
            return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return path


def place(module, line, column):
    return f"{module.path}:{line}:{column + 1}"


def name_column(module, line, name, start):
    """Where a name stands that the tree gives no column for: behind `def`, `class` or a dot."""
    text = module.lines[line - 1]
    found = re.search(rf"\b{re.escape(name)}\b", text.encode()[start:].decode(errors="replace"))
    return start + (found.start() if found else 0)


def declare(kind, name, at, table):
    known = table.get(name)
    if known is not None and known[0] == "def":
        known[1].places.append(at)
        return known[1]
    found = Declared(name, kind)
    found.places.append(at)
    declarations.append(found)
    if known is None:
        table[name] = ("def", found)
    return found


def shared(module, name):
    """The declaration of the stub, for a source, and the reverse."""
    for other in modules[module.name]:
        known = other.bindings.get(name)
        if other is not module and known is not None and known[0] == "def":
            return known
    return None


def bind_module(module):
    def visit(body):
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                column = name_column(module, node.lineno, node.name, node.col_offset)
                kind = "class" if isinstance(node, ast.ClassDef) else "function"
                known = shared(module, node.name)
                if known is not None and node.name not in module.bindings:
                    module.bindings[node.name] = known
                declare(kind, node.name, place(module, node.lineno, column), module.bindings)
                if isinstance(node, ast.ClassDef):
                    module.classes.setdefault(node.name, Class(module, node))
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                bind_import(module, node, module.bindings)
            elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    for one in ast.walk(target):
                        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
                            known = shared(module, one.id)
                            if known is not None and one.id not in module.bindings:
                                module.bindings[one.id] = known
                            declare("variable", one.id, place(module, one.lineno, one.col_offset), module.bindings)
            else:
                for target in targets_of(node):
                    declare("variable", target.id, place(module, target.lineno, target.col_offset), module.bindings)
                for field in ("body", "orelse", "finalbody"):
                    visit(getattr(node, field, []) if not isinstance(node, ast.expr) else [])
                for handler in getattr(node, "handlers", []):
                    visit(handler.body)

    visit(module.tree.body)


def targets_of(node):
    """The names that a loop or a `with` sets."""
    targets = [node.target] if isinstance(node, (ast.For, ast.AsyncFor)) else [item.optional_vars for item in getattr(node, "items", [])]
    return [one for target in targets if target is not None for one in ast.walk(target) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]


def bind_import(module, node, table):
    if isinstance(node, ast.Import):
        for alias in node.names:
            bound = alias.asname or alias.name.split(".")[0]
            target = alias.name if alias.asname else alias.name.split(".")[0]
            if table.get(bound) is None:
                table[bound] = ("import", target, None)
        return
    source = import_source(module, node)
    for alias in node.names:
        if alias.name == "*":
            module.stars.append(source)
        elif (table.get(alias.asname or alias.name) or ("import",))[0] == "import":
            table[alias.asname or alias.name] = ("import", source, alias.name)


def import_source(module, node):
    if node.level == 0:
        return node.module or ""
    parts = module.name.split(".")
    up = node.level - 1 if module.is_package else node.level
    base = parts[: len(parts) - up] if up else parts
    return ".".join([*base, *([node.module] if node.module else [])])


def bind_members(module):
    for owner in module.classes.values():
        same = next((one.classes[owner.node.name] for one in modules[module.name] if one is not module and owner.node.name in one.classes), None)
        if same is not None and same.members:
            owner.members = same.members
        table = owner.members

        def add(kind, name, at):
            fresh = name not in table
            found = declare(kind, name, at, table)
            if fresh:
                member_names.setdefault(name, []).append(found)

        def visit(body):
            for node in body:
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    add("method", node.name, place(module, node.lineno, name_column(module, node.lineno, node.name, node.col_offset)))
                elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                        if isinstance(target, ast.Name):
                            add("property", target.id, place(module, target.lineno, target.col_offset))
                elif isinstance(node, (ast.If, ast.Try)):
                    visit(node.body)
                    visit(node.orelse)

        visit(owner.node.body)
        for method in methods_of(owner.node):
            first = first_parameter(method)
            for one in ast.walk(method):
                if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store) and isinstance(one.value, ast.Name) and one.value.id == first:
                    known = inherited(module, owner, one.attr, set())
                    if known is None:
                        add("property", one.attr, attribute_place(module, one))
                    else:
                        # Every assignment to a member declares it, as servers see it.
                        known.places.append(attribute_place(module, one))


def methods_of(node):
    found = []
    for one in node.body:
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.append(one)
        elif isinstance(one, (ast.If, ast.Try)):
            found += methods_of(one)
    return found


def first_parameter(method):
    if any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in method.decorator_list):
        return None
    arguments = method.args.posonlyargs + method.args.args
    return arguments[0].arg if arguments else None


def attribute_place(module, node):
    return place(module, node.end_lineno, node.end_col_offset - len(node.attr.encode()))


def resolve(name, attribute, seen=frozenset()):
    """What `attribute` of a module is: ("def", Declared), ("module", name), or None."""
    if (name, attribute) in seen:
        return None
    seen = seen | {(name, attribute)}
    for module in modules.get(name, []):
        bound = module.bindings.get(attribute)
        found = bound if bound is None or bound[0] == "def" else follow(bound, seen)
        if found is not None:
            return (*found[:2], module) if found[0] == "def" and len(found) == 2 else found
        for star in module.stars:
            found = resolve(star, attribute, seen)
            if found is not None:
                return found
    inner = f"{name}.{attribute}" if name else attribute
    return ("module", inner) if is_module(inner) else None


def is_module(name):
    return name in modules or any(one.startswith(name + ".") for one in modules)


def follow(bound, seen=frozenset()):
    _, source, attribute = bound
    if attribute is None:
        return ("module", source) if is_module(source) else None
    return resolve(source, attribute, seen)


def inherited(module, owner, name, seen):
    if id(owner) in seen:
        return None
    seen.add(id(owner))
    if name in owner.members:
        return owner.members[name][1]
    for base in owner.node.bases:
        found = class_of(module, base)
        if found is not None:
            member = inherited(found.module, found, name, seen)
            if member is not None:
                return member
    return None


def class_of(module, expression):
    if isinstance(expression, ast.Subscript):
        return class_of(module, expression.value)
    found = Walker(module).meaning(expression, [])
    return class_from(found)


def class_from(found):
    if found is None or found[0] != "def":
        return None
    for module in by_path.values():
        for name, owner in module.classes.items():
            bound = module.bindings.get(name)
            if bound is not None and bound[0] == "def" and bound[1] is found[1]:
                return owner
    return None


class Walker:
    """Resolves the names of one file, scope by scope."""

    def __init__(self, module):
        self.module = module

    def run(self):
        self.body(self.module.tree.body, [], None)

    def lookup(self, name, scopes):
        for scope in reversed(scopes):
            if name in scope:
                bound = scope[name]
                return follow(bound) if bound is not None and bound[0] == "import" else bound
        bound = self.module.bindings.get(name)
        if bound is not None:
            return bound if bound[0] == "def" else follow(bound)
        for star in self.module.stars:
            found = resolve(star, name)
            if found is not None:
                return found
        return None

    def meaning(self, node, scopes):
        if isinstance(node, ast.Name):
            return self.lookup(node.id, scopes)
        if isinstance(node, ast.Attribute):
            base = self.meaning(node.value, scopes)
            if base is not None and base[0] == "module":
                return resolve(base[1], node.attr)
            owner = class_from(base)
            if owner is not None:
                member = inherited(owner.module, owner, node.attr, set())
                return ("def", member) if member is not None else None
        return None

    def use(self, found, at):
        if found is not None and found[0] == "def" and at not in found[1].places:
            found[1].uses.add(at)

    def body(self, nodes, scopes, owner):
        for node in nodes:
            self.visit(node, scopes, owner)

    def visit(self, node, scopes, owner):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            self.function(node, scopes, owner)
        elif isinstance(node, ast.ClassDef):
            self.klass(node, scopes)
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            inner = {one.id: None for generator in node.generators for one in ast.walk(generator.target) if isinstance(one, ast.Name)}
            for child in ast.iter_child_nodes(node):
                self.visit(child, [*scopes, inner], owner)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self.imports(node)
        elif isinstance(node, ast.Name):
            self.name(node, scopes)
        elif isinstance(node, ast.Attribute):
            self.attribute(node, scopes, owner)
            self.visit(node.value, scopes, owner)
        else:
            for child in ast.iter_child_nodes(node):
                self.visit(child, scopes, owner)

    def name(self, node, scopes):
        found = self.lookup(node.id, scopes)
        at = place(self.module, node.lineno, node.col_offset)
        if isinstance(node.ctx, ast.Load):
            self.use(found, at)
        elif found is not None and found[0] == "def":
            # An assignment declares, also in a loop or behind `global`.
            found[1].places.append(at)

    def function(self, node, scopes, owner):
        inner = local_names(self.module, node)
        if not isinstance(node, ast.Lambda):
            for one in node.decorator_list:
                self.visit(one, scopes, owner)
            if node.returns is not None:
                self.annotation(node.returns, scopes, owner)
        arguments = node.args
        for one in [*arguments.defaults, *[each for each in arguments.kw_defaults if each is not None]]:
            self.visit(one, scopes, owner)
        for one in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]:
            if one is not None and one.annotation is not None:
                self.annotation(one.annotation, scopes, owner)
        # The names of a class are not visible in its methods.
        outer = [scope for scope in scopes if not scope.get("<class>")]
        first = first_parameter(node) if owner is not None and not isinstance(node, ast.Lambda) and scopes and scopes[-1].get("<class>") else None
        within = (owner[0], first or owner[1]) if owner is not None else None
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        self.body(body, [*outer, inner], within)

    def annotation(self, node, scopes, owner):
        for one in ast.walk(node):
            if isinstance(one, ast.Constant) and isinstance(one.value, str):
                try:
                    parsed = ast.parse(one.value, mode="eval")
                except SyntaxError:
                    continue
                for inner in ast.walk(parsed):
                    if isinstance(inner, ast.Name):
                        self.use(self.lookup(inner.id, scopes), place(self.module, one.lineno, one.col_offset + 1 + inner.col_offset))
        self.visit(node, scopes, owner)

    def klass(self, node, scopes):
        for one in [*node.decorator_list, *node.bases, *[each.value for each in node.keywords]]:
            self.visit(one, scopes, None)
        owner = self.module.classes.get(node.name)
        is_top = owner is not None and owner.node is node
        inner = {"<class>": True}
        if is_top:
            inner.update(owner.members)
        self.body(node.body, [*scopes, inner], (owner if is_top else None, None))

    def imports(self, node):
        if isinstance(node, ast.Import):
            return
        source = import_source(self.module, node)
        for alias in node.names:
            if alias.name != "*":
                self.use(resolve(source, alias.name), place(self.module, alias.lineno, alias.col_offset))

    def attribute(self, node, scopes, owner):
        at = attribute_place(self.module, node)
        if isinstance(node.value, ast.Name) and owner is not None and owner[0] is not None and node.value.id == owner[1]:
            member = inherited(owner[0].module, owner[0], node.attr, set())
            if member is not None:
                return self.use(("def", member), at)
        base = self.meaning(node.value, scopes)
        if base is not None:
            found = self.meaning(node, scopes)
            if found is not None:
                return self.use(found, at)
            if base[0] == "module":
                return None
        attribute_uses.setdefault(node.attr, set()).add(at)
        return None


def local_names(module, node):
    found = {}
    arguments = node.args
    for one in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]:
        if one is not None:
            found[one.arg] = None
    if isinstance(node, ast.Lambda):
        return found
    outside = set()

    def visit(one):
        if isinstance(one, (ast.Global, ast.Nonlocal)):
            outside.update(one.names)
        elif isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found[one.name] = None
        elif isinstance(one, (ast.Import, ast.ImportFrom)):
            bind_import(module, one, found) if not any(alias.name == "*" for alias in one.names) else None
        elif isinstance(one, ast.Name) and isinstance(one.ctx, (ast.Store, ast.Del)):
            found.setdefault(one.id, None)
        elif isinstance(one, ast.ExceptHandler) and one.name:
            found[one.name] = None
        if not isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            for child in ast.iter_child_nodes(one):
                visit(child)

    for one in node.body:
        visit(one)
    return {name: bound for name, bound in found.items() if name not in outside}


def library_names():
    """Every name that the standard library or an installed one declares or sets on an object."""
    found = set()
    pattern = re.compile(r"\bdef (\w+)|\bself\.(\w+)\b|^    (\w+)\s*[:=]|\b(?:cls|obj|other)\.(\w+)", re.M)
    for top in (sysconfig.get_paths()["stdlib"], LIBRARIES):
        for directory, folders, files in os.walk(top):
            folders[:] = [one for one in folders if one not in ("test", "tests", "idlelib", "site-packages", "lib2to3")]
            for file in files:
                if file.endswith(".py"):
                    with open(os.path.join(directory, file), encoding="utf-8", errors="replace") as text:
                        for match in pattern.finditer(text.read()):
                            found.update(one for one in match.groups() if one)
    for one in (str, bytes, list, dict, set, tuple, int, float, object, type, Exception, frozenset, bytearray):
        found.update(dir(one))
    return found


def owners():
    """The classes that declare each member name, those inside of functions too."""
    found = {}
    for module in by_path.values():
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.ClassDef):
                continue
            for one in ast.walk(node):
                if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    found.setdefault(one.name, set()).add((module.name, node.name))
                elif isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
                    found.setdefault(one.id, set()).add((module.name, node.name))
                elif isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store):
                    found.setdefault(one.attr, set()).add((module.name, node.name))
    return found


def main():
    read_all()
    for module in list(by_path.values()):
        bind_module(module)
    for module in by_path.values():
        bind_members(module)
    for module in by_path.values():
        Walker(module).run()
    taken = library_names()
    classes = owners()
    module_names = {name for module in by_path.values() for name in module.bindings}
    for name, found in member_names.items():
        unknown = attribute_uses.get(name, set())
        is_only = len(found) == 1 and len(classes.get(name, ())) <= 1 and name not in taken and name not in module_names
        for one in found:
            rest = unknown - set(one.places) - one.uses
            if is_only and not name.startswith("__"):
                one.named = rest
            else:
                one.undecided = rest
    for one in declarations:
        # A name that shadows a builtin means both in one file, by the order of its lines.
        if not hasattr(builtins, one.name) and not (one.name.startswith("__") and one.name.endswith("__")):
            print(json.dumps({"name": one.name, "kind": one.kind, "declared": one.places, "uses": sorted(one.uses - set(one.places)), "named": sorted(one.named), "undecided": sorted(one.undecided)}))


main()
