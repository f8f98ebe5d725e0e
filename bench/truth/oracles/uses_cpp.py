"""Lists every declaration of C++ sources and every place that refers to it, by libclang, for one set of flags.

    python uses_cpp.py ROOT FLAGS_JSON UNIT...

Declarations are joined by their USR across units. Prints a JSON object a line: {"name", "kind", "declared", "uses", "undecided"}.
"""

import json
import os
import re
import sys

from clang import cindex
from clang.cindex import CursorKind as Kind

ROOT, FLAGS, *UNITS = sys.argv[1:]

KINDS = {
    Kind.FUNCTION_DECL: "function",
    Kind.FUNCTION_TEMPLATE: "function",
    Kind.CLASS_DECL: "class",
    Kind.STRUCT_DECL: "class",
    Kind.CLASS_TEMPLATE: "class",
    Kind.ENUM_DECL: "type",
    Kind.TYPEDEF_DECL: "type",
    Kind.TYPE_ALIAS_DECL: "type",
    Kind.ENUM_CONSTANT_DECL: "constant",
    Kind.CXX_METHOD: "method",
    Kind.FIELD_DECL: "property",
}
REFERENCES = {
    Kind.DECL_REF_EXPR,
    Kind.MEMBER_REF_EXPR,
    Kind.TYPE_REF,
    Kind.TEMPLATE_REF,
    Kind.MEMBER_REF,
    Kind.OVERLOADED_DECL_REF,
}

found = {}
undecided = {}  # member name -> where it stands behind a value of a type that a template leaves open


def place(location):
    """Where a name is spelled; nothing for what lies outside or comes out of a macro."""
    file = location.file
    if file is None:
        return None
    path = os.path.relpath(os.path.realpath(file.name), ROOT)
    return None if path.startswith("..") else f"{path}:{location.line}:{location.column}"


def record(usr):
    return found.setdefault(usr, {"name": "", "kind": "", "definitions": set(), "declared": set(), "uses": set()})


def read(unit):
    def visit(cursor):
        for child in cursor.get_children():
            if child.location.file is not None and place(child.location) is None:
                continue
            kind = child.kind
            if kind in KINDS and child.spelling and is_asked(child):
                at = place(child.location)
                # A name that a macro puts together stands nowhere.
                if at is not None and spelled(at, child.spelling):
                    known = record(origin(child).get_usr())
                    known["name"], known["kind"] = child.spelling, KINDS[kind]
                    known["definitions" if child.is_definition() else "declared"].add(at)
            elif kind in REFERENCES:
                refer(child)
            visit(child)

    visit(unit.cursor)


def refer(cursor):
    at = place(cursor.location)
    if at is None:
        return
    if cursor.kind == Kind.MEMBER_REF_EXPR and cursor.referenced is None:
        # In a template, of a type that is not known there.
        name = re.match(r"\w*", text_at(at)).group()
        undecided.setdefault(name, set()).add(at)
        return
    targets = [cursor.referenced]
    if cursor.kind == Kind.OVERLOADED_DECL_REF:
        # One candidate is a meaning; of several nothing is known.
        count = cindex.conf.lib.clang_getNumOverloadedDecls(cursor)
        targets = [cindex.conf.lib.clang_getOverloadedDecl(cursor, 0)] if count == 1 else []
    for target in targets:
        if target is None:
            continue
        if target.kind in (Kind.CONSTRUCTOR, Kind.DESTRUCTOR):
            target = target.semantic_parent
        if target is not None and target.kind in KINDS:
            name = target.spelling
            if spelled(at, name):
                record(origin(target).get_usr())["uses"].add(at)


def origin(cursor):
    """A member of an instance of a template counts as the member of the template."""
    return cindex.conf.lib.clang_getSpecializedCursorTemplate(cursor) or cursor


texts = {}


def text_at(at):
    path, line, column = at.rsplit(":", 2)
    if path not in texts:
        with open(os.path.join(ROOT, path), encoding="latin-1") as file:
            texts[path] = file.read().split("\n")
    text = texts[path][int(line) - 1] if int(line) <= len(texts[path]) else ""
    return text[int(column) - 1 :]


def spelled(at, name):
    """Whether the name stands there: a reference through a macro or an operator has its place at something else."""
    return name in text_at(at)


def is_asked(cursor):
    return not cursor.spelling.startswith(("operator", "(", "~"))


def main():
    index = cindex.Index.create()
    flags = json.loads(FLAGS)
    for file in UNITS:
        unit = index.parse(os.path.join(ROOT, file), args=flags)
        read(unit)
    for one in found.values():
        if one["name"]:
            places = sorted(one["definitions"]) + sorted(one["declared"] - one["definitions"])
            print(json.dumps({"name": one["name"], "kind": one["kind"], "declared": places, "uses": sorted(one["uses"]), "undecided": sorted(undecided.get(one["name"], ())) if one["kind"] in ("method", "property") else []}))


main()
