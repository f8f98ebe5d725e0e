// The addresses of resources: what one names, and the path in it as a path of this machine.
//
// Spec: RFC 3986; a template that is expanded by RFC 6570 encodes the slashes of a path too, and means the same.

import type { Subject } from "../../engine/notices/diagnostics-watch.ts";
import { refuse } from "../../model/refusal.ts";

export const diagnosticsOfAll = "lsp-diagnostics:///";
export const staleReferences = "lsp-references:///";

export type ResourceName =
  | { readonly kind: "diagnostics"; readonly subject: Subject }
  | {
      readonly kind: "hover" | "completions";
      /** What the file may be called. */
      readonly paths: readonly string[];
      readonly line: number;
      readonly column: number;
    }
  | { readonly kind: "references" };

export interface OwnAddress {
  /** What the file may be called. */
  readonly paths: readonly string[];
  /** Where in it. */
  readonly input: { readonly line?: number; readonly column?: number };
}

/** Refuses what names none, and names those that there are; `further` are kinds beside the four. */
export function parseResource(uri: string, further: readonly string[] = []): ResourceName {
  const parts = /^lsp-(diagnostics|hover|completions|references):\/\/\/([^?#]*)(?:\?([^#]*))?$/.exec(uri);
  if (parts === null) return noSuchResource(uri, further);
  const [, kind, encoded = "", query = ""] = parts;
  const path = decoded(encoded);
  switch (kind) {
    case "diagnostics":
      return { kind, subject: path === "" ? "all" : pathsOf(path) };
    case "hover":
    case "completions": {
      if (path === "") return noSuchResource(uri, further);
      const given = new URLSearchParams(query);
      return { kind, paths: pathsOf(path), line: numberIn(given, "line"), column: numberIn(given, "column") };
    }
    default:
      return path === "" ? { kind: "references" } : noSuchResource(uri, further);
  }
}

/** The files of which the diagnostics are watched, or what may be stale. Refuses what does not support subscriptions. */
export function parseSubscribable(uri: string, further: readonly string[] = []): Subject | "stale" {
  const name = parseResource(uri, further);
  switch (name.kind) {
    case "diagnostics":
      return name.subject;
    case "references":
      return "stale";
    case "hover":
    case "completions":
      return refuse({
        code: "bad_input",
        what: "This resource does not support subscriptions.",
        why: "What is at a position may change whenever any file changes.",
        next: "Subscribe to lsp-diagnostics or lsp-references, and read this one again.",
      });
  }
}

/** What the address of an extension's resource names; undefined where it is none of it. */
export function parseOwn(uri: string, name: string, about: "file" | "place"): OwnAddress | undefined {
  const start = `lsp-${name}:///`;
  if (!uri.startsWith(start)) return undefined;
  const [encoded = "", query = ""] = uri.slice(start.length).split("?");
  if (encoded === "") return noSuchResource(uri, [name]);
  const paths = pathsOf(decoded(encoded));
  if (about === "file") return { paths, input: {} };
  const given = new URLSearchParams(query);
  return { paths, input: { line: numberIn(given, "line"), column: numberIn(given, "column") } };
}

// — below: private, in the order they are used —

function noSuchResource(uri: string, further: readonly string[]): never {
  const names = ["diagnostics", "hover", "completions", "references", ...further].map((kind) => `lsp-${kind}`);
  const kinds = `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
  return refuse({
    code: "bad_input",
    what: `There is no resource ${JSON.stringify(uri.slice(0, 200))}.`,
    why: `A resource is ${kinds}, then :/// and the path of a file.`,
    next: "See resources/list and resources/templates/list. In a path, write everything except letters, digits and slashes as %XX.",
  });
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return refuse({
      code: "bad_input",
      what: `The path ${JSON.stringify(encoded.slice(0, 200))} is not validly percent-encoded.`,
      why: "After a percent sign come two hexadecimal digits, and the decoded bytes must be UTF-8.",
      next: "Write a percent sign itself as %25.",
    });
  }
}

/** The slash of an absolute path is often the third of the three; what is not there is meant from the root. */
function pathsOf(path: string): readonly string[] {
  const isAbsolute = path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);
  return isAbsolute ? [path] : [`/${path}`, path];
}

function numberIn(query: URLSearchParams, name: string): number {
  const word = query.get(name) ?? "";
  if (/^[1-9]\d{0,8}$/.test(word)) return Number(word);
  return refuse({
    code: "bad_input",
    what: word === "" ? `The address has no ${name}.` : `${name} is ${JSON.stringify(word.slice(0, 40))}.`,
    why: "Lines and columns are whole numbers, counted from 1.",
    next: "Add ?line=…&column=… to the address.",
  });
}
