// The questions a session answers, as plain values with their standing.

import type { Answer, Reason, ReasonCode } from "../../model/standing.ts";
import { standingOf } from "../../model/standing.ts";
import type { FoundSymbol, Highlight, HoverText, Location, SymbolNode } from "../../model/code-facts.ts";
import { isExternal, keyOfPlace } from "../../model/code-facts.ts";
import type { FilePath } from "../../model/file-path.ts";
import { display } from "../../model/file-path.ts";
import type { FilePlace } from "../../model/place.ts";
import { hoverCharacters, hoverLength, normaliseHover } from "../../protocol/hover.ts";
import { isRange, normaliseLocations } from "../../protocol/locations.ts";
import { toLspPosition } from "../../protocol/position.ts";
import { unreadableItems } from "../../protocol/shapes.ts";
import { normaliseDocumentSymbols, normaliseWorkspaceSymbols } from "../../protocol/symbols.ts";
import { bug } from "../../std/bug.ts";
import type { JsonRecord } from "../../std/json.ts";
import { at as jsonAt, isRecord } from "../../std/json.ts";
import { agreeing, counted } from "../../std/words.ts";
import type { AskOptions, Reply } from "../ask-host.ts";
import type { OpenDocument } from "../documents/open-document.ts";
import type { Running } from "../process/running.ts";
import type { Session } from "../session.ts";
import { mustBeShown, shownSymbols } from "../problems/withheld.ts";
import type { WireDiagnostic } from "../../protocol/diagnostics.ts";
import { RangeReaders, boundedPlaces, fromLspLocations, fromLspSymbols, rangeReader } from "./convert.ts";
import type { Renamed } from "./renamed-imports.ts";
import { withRenamed } from "./renamed-imports.ts";

/** Questions that lead from one place to others. */
export type LocationMethod =
  | "textDocument/definition"
  | "textDocument/declaration"
  | "textDocument/typeDefinition"
  | "textDocument/implementation";

export async function locations(
  session: Session,
  method: LocationMethod,
  at: FilePlace,
  options: AskOptions,
): Promise<Answer<Location[]>> {
  const reply = await session.ask(method, at.file, positionParams(at), options);
  const more = method === "textDocument/implementation" ? exhaustiveness(session) : [];
  const { places, cut } = await placesIn(session, reply);
  return answerWithStanding(session, reply, places, [...cut, ...more]);
}

export function definition(session: Session, at: FilePlace, options: AskOptions): Promise<Answer<Location[]>> {
  return locations(session, "textDocument/definition", at, options);
}

export async function highlights(session: Session, at: FilePlace, options: AskOptions): Promise<Answer<Highlight[]>> {
  const reply = await session.ask("textDocument/documentHighlight", at.file, positionParams(at), options);
  const read = await rangeReader(session, reply.running, at.file);
  const found = listOf(reply.result).flatMap((item) => {
    const range = item["range"];
    return isRange(range) ? [{ span: read(range), kind: highlightKinds[Number(item["kind"]) - 1] ?? "text" }] : [];
  });
  return answerWithStanding(session, reply, found);
}

/** Spec: LSP 3.18 DocumentHighlightKind, in order from 1. */
const highlightKinds = ["text", "read", "write"] as const;

/** All uses, also those by another name. */
export async function references(
  session: Session,
  at: FilePlace,
  includeDeclaration: boolean,
  options: AskOptions,
): Promise<Answer<Location[]>> {
  const { places, standing } = await used(session, at, includeDeclaration, options);
  return { value: [...places], standing };
}

/** Where imports give another name to what stands at a place. */
export async function otherNames(
  session: Session,
  at: FilePlace,
  options: AskOptions,
): Promise<Answer<readonly FilePlace[]>> {
  const { names, standing } = await used(session, at, false, options);
  return { value: names, standing };
}

async function used(
  session: Session,
  at: FilePlace,
  includeDeclaration: boolean,
  options: AskOptions,
): Promise<Renamed> {
  const ask = (place: FilePlace): Promise<Answer<Location[]>> => byOneName(session, place, includeDeclaration, options);
  return withRenamed(session, await ask(at), ask);
}

async function byOneName(
  session: Session,
  at: FilePlace,
  includeDeclaration: boolean,
  options: AskOptions,
): Promise<Answer<Location[]>> {
  const { declarationHidesUses = false } = session.options.server.entry.quirks;
  const [reply, declared] = await Promise.all([
    session.ask(
      "textDocument/references",
      at.file,
      (document, running) => ({
        ...positionParams(at)(document, running),
        context: { includeDeclaration: includeDeclaration || declarationHidesUses },
      }),
      options,
    ),
    declarationHidesUses && !includeDeclaration ? definition(session, at, options) : undefined,
  ]);
  const { places, cut } = await placesIn(session, reply);
  const declarations = new Set(declared?.value.map(({ file, span }) => keyOfPlace(file, span.start)));
  const kept = places.filter(({ file, span }) => !declarations.has(keyOfPlace(file, span.start)));
  return answerWithStanding(session, reply, kept, [
    ...cut,
    ...exhaustiveness(session),
    ...(declared?.standing.reasons ?? []),
  ]);
}

async function placesIn(
  session: Session,
  { running, result }: Reply,
): Promise<{ readonly places: Location[]; readonly cut: readonly Reason[] }> {
  const { taken, cut } = boundedPlaces(normaliseLocations(result), session.options.server.entry.title);
  return { places: await fromLspLocations(session, running, taken), cut };
}

export async function hover(
  session: Session,
  at: FilePlace,
  options: AskOptions,
): Promise<Answer<HoverText | undefined>> {
  const reply = await session.ask("textDocument/hover", at.file, positionParams(at), options);
  const contents = jsonAt(reply.result, ["contents"]);
  const markdown = normaliseHover(contents);
  if (markdown === "") return answerWithStanding(session, reply, undefined);
  await mustRestInside(session, at, options);
  const detail = `the text has ${hoverLength(contents)} characters, of which the first ${hoverCharacters} are shown`;
  const cut: Reason[] = hoverLength(contents) > hoverCharacters ? [{ code: "capped", detail }] : [];
  const range = jsonAt(reply.result, ["range"]);
  const read = await rangeReader(session, reply.running, at.file);
  return answerWithStanding(session, reply, { markdown, ...(isRange(range) ? { span: read(range) } : {}) }, cut);
}

/** What a text rests on is told by the server itself: a definition outside of what may be shown withholds it. */
async function mustRestInside(session: Session, at: FilePlace, options: AskOptions): Promise<void> {
  const { showing, root } = session.options;
  if (showing === undefined || session.running?.capabilities.supports("textDocument/definition") !== true) return;
  for (const { file, span } of (await definition(session, at, options)).value) {
    if (isExternal(file) || (await showing.mayName(file))) continue;
    const where = `${display(root, at.file)}:${at.place.line}`;
    mustBeShown(root, at.file, { where, why: `It is defined at ${file}:${span.start.line}, outside the root` });
  }
}

export async function documentSymbols(
  session: Session,
  file: FilePath,
  options: AskOptions,
): Promise<Answer<SymbolNode[]>> {
  const reply = await session.ask(
    "textDocument/documentSymbol",
    file,
    (document) => ({ textDocument: { uri: uriOf(document) } }),
    options,
  );
  const read = await rangeReader(session, reply.running, file);
  const listed = fromLspSymbols(normaliseDocumentSymbols(reply.result), read);
  const withheld = await session.options.showing?.withheld(file, session.isSupposing);
  const { symbols, reasons: lacking } = shownSymbols(listed, reply.document?.index.text ?? "", withheld);
  const outline = answerWithStanding(session, reply, symbols, lacking);
  if (session.options.server.entry.coverage === "clang") return outline;
  const { reasons, evidence: asked } = outline.standing;
  return {
    value: outline.value,
    standing: standingOf(
      reasons.filter(({ code }) => !beyondText.has(code)),
      asked,
    ),
  };
}

/** A file declares what its text says, whatever else is loaded; only a preprocessor makes it depend on other files. */
const beyondText: ReadonlySet<ReasonCode> = new Set(["dependencies_missing", "restricted", "server_unwell"]);

/** `near` is opened first: a server that has nothing open has loaded nothing it could search. */
export async function workspaceSymbols(
  session: Session,
  near: FilePath,
  query: string,
  options: AskOptions,
): Promise<Answer<FoundSymbol[]>> {
  const reply = await session.ask("workspace/symbol", near, () => ({ query }), options);
  const readers = new RangeReaders(session, reply.running);
  const found: FoundSymbol[] = [];
  let outside = 0;
  const known = new Map<FilePath, boolean>();
  const mayName = async (file: FoundSymbol["file"]): Promise<boolean> => {
    if (typeof file !== "string" || session.options.showing === undefined) return true;
    const may = known.get(file) ?? (await session.options.showing.mayName(file));
    known.set(file, may);
    return may;
  };
  for (const symbol of normaliseWorkspaceSymbols(reply.result)) {
    const holder = await readers.of(symbol.uri);
    if (holder === undefined) continue;
    if (!(await mayName(holder.file))) {
      outside++;
      continue;
    }
    found.push({
      name: symbol.name,
      kind: symbol.kind,
      ...(symbol.container === undefined ? {} : { container: symbol.container }),
      file: holder.file,
      ...(symbol.range === undefined ? {} : { span: holder.read(symbol.range) }),
    });
  }
  const detail = `${counted(outside, "symbol")} of files outside the root ${agreeing(outside, "is", "are")} not shown`;
  const more: Reason[] = outside === 0 ? [] : [{ code: "withheld", detail }];
  return answerWithStanding(session, reply, found, [...symbolExhaustiveness(session, found.length), ...more]);
}

/** Everything a session can say against its own answer. */
export function answerWithStanding<T>(
  session: Session,
  reply: Reply,
  value: T,
  more: readonly Reason[] = [],
): Answer<T> {
  const { entry } = session.options.server;
  const { running, document } = reply;
  const reasons: Reason[] = [...more];
  const ready = [reply.readiness, running.readiness.verdict()].find((verdict) => verdict.kind === "unmet");
  if (ready?.kind === "unmet") reasons.push({ code: "indexing", detail: `${entry.title} is not ready: ${ready.why}` });
  if (!running.readiness.isKnown)
    reasons.push({ code: "readiness_unknown", detail: `${entry.title} does not say when it is ready` });
  if (running.readiness.trouble !== undefined)
    reasons.push({
      code: "server_unwell",
      detail: `${entry.title} says: ${running.readiness.trouble.split("\n", 1).join()}`,
    });
  if (running.plan.smaller)
    reasons.push({
      code: "restricted",
      detail: `${entry.title} runs in its restricted form because this root is not trusted (sightline trust)`,
    });
  if (running.isShared)
    reasons.push({
      code: "shared_server",
      detail: `someone else runs ${entry.title}, and its other clients may have unsaved text open`,
    });
  const unreadable = unreadableItems(reply.result);
  if (unreadable > 0)
    reasons.push({ code: "unreadable_items", detail: `${unreadable} of the results could not be parsed` });
  if (session.unseenChanges > 0) {
    const detail = `${entry.title} has not processed ${session.unseenChanges} changed files`;
    reasons.push({ code: "changes_unseen", detail });
  }
  if (document?.lossy === true) reasons.push({ code: "lossy_text", detail: "the file is not valid UTF-8" });
  if (document !== undefined && hasBrokenSyntax(session, document))
    reasons.push({ code: "broken_syntax", detail: "the file has syntax errors" });
  const missing = document && missingInclude(session, document);
  if (missing !== undefined) {
    const detail = `${entry.title} could not read some files that it includes: ${missing.split("\n", 1).join()}`;
    reasons.push({ code: "dependencies_missing", detail });
  }
  return { value, standing: standingOf(reasons, [evidence(session, running, document)]) };
}

function evidence(
  session: Session,
  running: Running,
  document: OpenDocument | undefined,
): { server: string; version?: string; document?: { version: number; hash: string } } {
  const version = running.identity.version ?? session.options.server.version;
  return {
    server: session.id,
    ...(version === undefined ? {} : { version }),
    ...(document === undefined ? {} : { document: { version: document.version, hash: document.hash } }),
  };
}

/** What is known against a list of all uses. */
export function exhaustiveness(session: Session): Reason[] {
  const { entry } = session.options.server;
  if (entry.references === "exhaustive") return [];
  const detail =
    entry.references === "partial"
      ? `${entry.title} is known to miss references`
      : `it is untested whether ${entry.title} finds all uses`;
  return [{ code: "server_not_exhaustive", detail }];
}

/** Most servers end the list somewhere without a word. */
function symbolExhaustiveness(session: Session, found: number): Reason[] {
  const { entry } = session.options.server;
  if (entry.symbolSearch === "exhaustive" || found < (entry.symbolLimit ?? 0)) return [];
  return [{ code: "server_not_exhaustive", detail: `${entry.title} may omit symbols from a long list` }];
}

function listOf(result: unknown): readonly JsonRecord[] {
  return Array.isArray(result) ? result.filter(isRecord) : [];
}

export function positionParams(at: FilePlace) {
  return (document: OpenDocument | undefined, running: Running) => {
    const open = document ?? bug("a positioned question needs a document");
    return { textDocument: { uri: open.uri }, position: toLspPosition(open.index, at.place, running.encoding) };
  };
}

function uriOf(document: OpenDocument | undefined): string {
  return (document ?? bug("a question about a document needs one")).uri;
}

/** Judged by what has been received so far; nothing is asked for this. */
function hasBrokenSyntax(session: Session, document: OpenDocument): boolean {
  const range = session.options.server.entry.quirks.syntaxErrorCodes;
  if (range === undefined) return false;
  return errorsIn(session, document).some(({ code }) => Number(code) >= range.from && Number(code) <= range.to);
}

/** What the server says is missing, where it could not read all that the file includes. */
function missingInclude(session: Session, document: OpenDocument): string | undefined {
  const codes = session.options.server.entry.quirks.missingIncludeCodes;
  if (codes === undefined) return undefined;
  return errorsIn(session, document).find(({ code }) => codes.includes(String(code)))?.message;
}

function errorsIn(session: Session, document: OpenDocument): readonly WireDiagnostic[] {
  const pushed = session.diagnostics.of(document.path);
  const known = pushed?.items ?? session.pulled.of(document.path, document.version) ?? [];
  return known.filter(({ severity }) => severity === "error");
}
