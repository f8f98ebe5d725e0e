// Where sources of Python lead: relative imports that climb, and modules that are imported by their names.

import type { FoundLeads } from "../leads/lead.ts";
import { stickyAt, unreadable } from "../leads/lead.ts";

export function pythonLeads(text: string): FoundLeads[] {
  const found: FoundLeads[] = [];
  for (const { index: at } of text.matchAll(/\bfrom(?=[\s\\.])/g)) {
    const dots = stickyAt(/(?:[ \t\f.]|\\(?:\r\n|\n|\r)){1,500}/y, text, at + 4) ?? "";
    if (dots.length >= 500) found.push({ path: unreadable, at, way: "beside", unclear: "it is too long" });
    const up = dots.replaceAll(/[^.]/g, "").length;
    const name = (stickyAt(/[\p{ID_Continue}.]{0,500}/uy, text, at + 4 + dots.length) ?? "").normalize("NFKC");
    if (up === 0 && name !== "") found.push({ path: topOf(name), at, way: "named" });
    if (up < 2) continue;
    const below = name === "import" ? "" : name.replaceAll(".", "/");
    found.push({ path: `${"../".repeat(up - 1)}${below}`, at, way: "beside" });
  }
  return [...found, ...modules(text)].sort((a, b) => a.at - b.at);
}

// — below: private, in the order they are used —

/** The modules of statements that begin with `import`; of one that begins with `from` they are names in a module. */
function modules(text: string): FoundLeads[] {
  return [...text.matchAll(/\bimport(?=[ \t\f\\])/g)].flatMap(({ index: at }): FoundLeads[] => {
    if (!/(?:^|[;:]|(?<!\\)\r\n|(?<![\\\r])\n|(?<!\\)\r)[ \t\f]*$/.test(text.slice(Math.max(0, at - 200), at)))
      return [];
    const list = stickyAt(/(?:[\p{ID_Continue}., \t\f]|\\(?:\r\n|\n|\r)){1,20000}/uy, text, at + "import".length) ?? "";
    if (list.length >= 20_000) return [{ path: unreadable, at, way: "beside", unclear: "it is too long" }];
    const names = list
      .replaceAll(/\\(?:\r\n|\n|\r)/g, " ")
      .split(",")
      .map((one) => topOf(one.trim().split(/\s/, 1)[0] ?? ""));
    return names.filter((name) => name !== "").map((path): FoundLeads => ({ path, at, way: "named" }));
  });
}

function topOf(module: string): string {
  return module.normalize("NFKC").split(".", 1)[0] ?? "";
}
