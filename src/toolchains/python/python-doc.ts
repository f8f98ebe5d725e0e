// `pydoc`, which imports the module that has the symbol, asked by a few lines of ours: what the module prints is no answer.

import type { FilePath } from "../../model/file-path.ts";
import { display, isInside, joinPath, parentOf } from "../../model/file-path.ts";
import { refuse } from "../../model/refusal.ts";
import { isRecord, parsedJson } from "../../std/json.ts";
import type { Workbench } from "../../workspace/runs/workbench.ts";
import type { DocumentationTool } from "../documentation.ts";
import { firstDocumented, mustHaveWorked, noSymbol, plain } from "../documentation.ts";
import { isOnDisk } from "../program.ts";
import { pythonInterpreter } from "./python-project.ts";

export const pythonDocumentation: DocumentationTool = {
  // With a slash pydoc takes it for a file, and runs that.
  names: /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u,
  async document(bench, symbol, file, patience) {
    const command = await pythonInterpreter({ bench, directory: bench.directory });
    const { module, top } = file === undefined ? { module: "", top: bench.directory } : await moduleOf(bench, file);
    const inside = symbol === module ? "" : symbol.startsWith(`${module}.`) ? symbol.slice(module.length + 1) : symbol;
    const name = [module, inside].filter((part) => part !== "").join(".");
    await using report = await bench.reportFile("json");
    const args = [
      "-c",
      script,
      report.path,
      module,
      module === "" ? symbol : inside,
      module === "" ? "" : (file ?? ""),
    ];
    const env = { PYTHONDONTWRITEBYTECODE: "1", TERM: "dumb" };
    const run = await bench.run({ command, args, cwd: top, env }, patience);
    mustHaveWorked(run, "pydoc");
    const answer = parsedJson(await report.read());
    const { doc: said, error, other } = isRecord(answer) ? answer : {};
    if (typeof other === "string") anotherFile(module, other);
    if (typeof said !== "string") {
      return noSymbol(name, typeof error === "string" ? error : "Importing its module ended the interpreter.");
    }
    const doc = plain(said);
    return {
      doc,
      signature: firstDocumented(doc, /^.*\S.*$/m),
      command: `${command.slice(command.lastIndexOf("/") + 1)} (pydoc of ${name})`,
      reasons: [],
    };
  },
};

// — below: private, in the order they are used —

/** The name of a module, and the directory that such names start at. */
async function moduleOf(bench: Workbench, file: FilePath): Promise<{ module: string; top: FilePath }> {
  let top = bench.directory;
  while (isInside(bench.snapshot.root, top) && (await isOnDisk(bench, joinPath(top, "__init__.py")))) {
    top = parentOf(top) ?? top;
  }
  const path = display(top, file).replace(/\.pyi?$/, "");
  return { module: path.replace(/(?:^|\/)__init__$/, "").replaceAll("/", "."), top };
}

/** What it needs itself is imported before the project can be, whose modules may have the same names. */
const script = `# asks pydoc, and leaves its answer in a file
import sys

here = sys.path.pop(0)
import importlib
import json
import os
import pydoc

sys.path.insert(0, here)


def answer(module, symbol, file):
    if module == "":
        found = pydoc.locate(symbol)
        return {"error": "Nothing has that name."} if found is None else text(found, symbol)
    found = importlib.import_module(module)
    origin = getattr(found, "__file__", None) or "the interpreter"
    if os.path.realpath(origin) != os.path.realpath(file):
        return {"other": origin}
    for part in symbol.split(".") if symbol else []:
        found = getattr(found, part)
    return text(found, f"{module}.{symbol}" if symbol else module)


def text(found, name):
    return {"doc": pydoc.plaintext.document(found, name)}


def main():
    report, module, symbol, file = sys.argv[1:]
    del sys.argv[1:]
    try:
        found = answer(module, symbol, file)
    except BaseException as error:
        found = {"error": f"{type(error).__name__}: {error}"}
    with open(report, "w") as out:
        json.dump(found, out)


main()
`;

function anotherFile(module: string, other: string): never {
  return refuse({
    code: "no_symbol",
    what: `${module} is, for Python, a different module than the named file.`,
    why: `It is imported from ${other}.`,
    next: "Use inspect_symbol, which asks the language server about the file.",
  });
}
