// The doctor: asks every language server that a root needs real questions about the root's own files, and says what
// works, how fast, and how to fix what does not.
//
// Invariant: everything is asked through the engine, so what the doctor sees is what an agent would see.

import type { GuardProgram } from "../host/process/guard.ts";
import { guardLanguage } from "../host/process/guard.ts";
import type { ServerJson } from "../operations/serving/get-server-capabilities.ts";
import type { SurveyJson } from "../operations/serving/detect-lsp-servers.ts";
import type { RefusalDetails } from "../model/refusal.ts";
import { Refusal, refuse } from "../model/refusal.ts";
import { holdsCode } from "../languages/symbol-languages.ts";
import { bug } from "../std/bug.ts";
import type { Engine, Invocation, Outcome } from "./engine.ts";

export interface DoctorReport {
  readonly root: string;
  /** The most frequent language first. */
  readonly languages: readonly LanguageHealth[];
  /** All languages of the root were examined, not only those that were named. */
  readonly isWhole: boolean;
  /** What the guard runs in on this machine: Perl takes 5 MB, and Node eight times as much. */
  readonly guard: GuardProgram["language"];
}

export interface LanguageHealth {
  readonly language: string;
  readonly files: number;
  /** Undefined when no server is installed. */
  readonly server: string | undefined;
  readonly version: string | undefined;
  /** What to install, where nothing is. */
  readonly missing: string | undefined;
  readonly install: string | undefined;
  readonly probes: readonly Probe[];
  readonly supported: readonly string[];
  readonly unsupported: readonly string[];
}

export interface Probe {
  readonly operation: string;
  /** The file or place that was asked about. */
  readonly about: string;
  readonly ms: number;
  /** How the answer stands; undefined for a refusal. */
  readonly standing: string | undefined;
  /** One line: how much came back, or why nothing did and what to do. */
  readonly note: string;
  readonly ok: boolean;
}

export function isHealthy(report: DoctorReport): boolean {
  return unservedMain(report) === undefined && report.languages.every(({ probes }) => probes.every(({ ok }) => ok));
}

/**
 * What was asked about and cannot be served: the language that most of the code is in, because a root where little can be
 * asked is not well, or a language that was named.
 */
export function unservedMain({ languages, isWhole }: DoctorReport): LanguageHealth | undefined {
  if (!isWhole) return languages.find(({ server }) => server === undefined);
  const main = languages.find(({ language }) => holdsCode(language));
  return main?.server === undefined ? main : undefined;
}

/** Refuses a root that cannot be surveyed, and a language that the root does not contain. */
export async function examine(
  engine: Engine,
  caller: Invocation["caller"],
  only?: readonly string[],
): Promise<DoctorReport> {
  const ask = (operation: string, input: object): Promise<Outcome> =>
    engine.invoke({ operation, input, caller, format: "json", maxCharacters: Number.POSITIVE_INFINITY, unasked: true });
  const surveyed = await ask("detect_lsp_servers", {});
  if (!surveyed.ok) throw new Refusal(surveyed.refusal);
  const survey = jsonOf<SurveyJson>(surveyed) ?? bug("the survey is told as data");
  mustBeHere(survey, only ?? []);
  const isStarted = async (server: string): Promise<boolean> =>
    (await engine.status()).sessions.some((one) => one.server === server);
  const languages: LanguageHealth[] = [];
  // One after another: what is timed should have the machine to itself.
  for (const language of survey.workspace_languages) {
    if (only === undefined || only.length === 0 || only.includes(language))
      languages.push(await examineLanguage({ ask, isStarted, survey }, language));
  }
  const isWhole = only === undefined || only.length === 0;
  return { root: survey.workspace_dir, languages, isWhole, guard: guardLanguage() };
}

// — below: private, in the order they are used —

type Ask = (operation: string, input: object) => Promise<Outcome>;

interface Examination {
  readonly ask: Ask;
  readonly isStarted: (server: string) => Promise<boolean>;
  readonly survey: SurveyJson;
}

function mustBeHere({ workspace_dir, workspace_languages: here }: SurveyJson, only: readonly string[]): void {
  const stranger = only.find((language) => !here.includes(language));
  if (stranger === undefined) return;
  refuse({
    code: "bad_input",
    what: `There is no file of the language ${JSON.stringify(stranger)} in ${workspace_dir}.`,
    next:
      here.length === 0
        ? "It has no file of a known language: name another directory."
        : `Name a language that it has: ${here.join(", ")}.`,
  });
}

async function examineLanguage(examination: Examination, language: string): Promise<LanguageHealth> {
  const { ask, survey } = examination;
  const here = survey.installed_servers.filter((one) => one.language === language);
  const missing = survey.not_installed.find((one) => one.startsWith(`${language} (`));
  // The server of the language comes first where there is one; the others are linters.
  const [installed, ...linters] = missing === undefined ? here : [undefined, ...here];
  const health = { language, files: survey.file_counts[language] ?? 0 };
  const samples = survey.samples[language] ?? [];
  const lint = (): Promise<readonly Probe[]> =>
    probeLinters(
      examination,
      samples,
      linters.flatMap((linter) => linter?.server ?? []),
    );
  if (installed === undefined) {
    const unserved = { server: undefined, version: undefined, supported: [], unsupported: [] };
    return { ...health, ...unserved, missing, install: survey.install[language], probes: await lint() };
  }
  const { probes, file } = await probe(ask, samples);
  const [described] = jsonOf<readonly ServerJson[]>(await ask("get_server_capabilities", { file_path: file })) ?? [];
  return {
    ...health,
    server: installed.server,
    version: described?.server_version ?? installed.version,
    missing: undefined,
    install: undefined,
    probes: [...probes, ...(await lint())],
    supported: described?.supported_tools ?? [],
    unsupported: described?.unsupported_tools ?? [],
  };
}

interface Symbol {
  readonly name: string;
  readonly selectionRange: { readonly start: { readonly line: number; readonly character: number } };
}

/** Lists the symbols of a file of the project, and asks further questions about the first. */
async function probe(ask: Ask, samples: readonly string[]): Promise<{ probes: readonly Probe[]; file: string }> {
  const probes: Probe[] = [];
  for (const file of samples) {
    const outcome = await ask("list_symbols", { file_path: file });
    const symbols = jsonOf<readonly Symbol[]>(outcome) ?? [];
    // A file without symbols is skipped for the next sample; only the last sample is reported without symbols.
    if (outcome.ok && symbols.length === 0 && file !== samples.at(-1)) continue;
    probes.push(probed("list_symbols", file, outcome, `${symbols.length} symbols at the top`));
    const [symbol] = symbols;
    if (symbol === undefined) return { probes, file };
    const { line, character } = symbol.selectionRange.start;
    const place = { file_path: file, line, column: character };
    for (const [operation, noun] of [
      ["find_references", "references"],
      ["inspect_symbol", ""],
    ] as const) {
      const answer = await ask(operation, place);
      const json = jsonOf<unknown>(answer);
      probes.push(
        probed(
          operation,
          `${symbol.name} in ${file}`,
          answer,
          Array.isArray(json) ? `${json.length} ${noun}` : "answered",
        ),
      );
    }
    probes.push(probed("get_diagnostics", file, await ask("get_diagnostics", { file_path: file }), "answered"));
    return { probes, file };
  }
  return { probes, file: samples[0] ?? "" };
}

/** A linter answers nothing but problems; it works if it is among those whose word they are. */
async function probeLinters(
  { ask, isStarted }: Examination,
  [file]: readonly string[],
  linters: readonly string[],
): Promise<readonly Probe[]> {
  if (file === undefined || linters.length === 0) return [];
  const outcome = await ask("get_diagnostics", { file_path: file });
  const probes = linters.map(async (linter): Promise<Probe> => {
    const about = `${linter} in ${file}`;
    const hasAnswered = outcome.ok && outcome.standing.evidence.some(({ server }) => server === linter);
    if (hasAnswered) return probed("get_diagnostics", about, outcome, "answered");
    // One that was never started may not run here: that is a matter of trust, and the note says so.
    const wasStarted = await isStarted(linter);
    const told = probed("get_diagnostics", about, outcome, wasStarted ? "no answer" : "not asked");
    return { ...told, ok: told.ok && !wasStarted };
  });
  return Promise.all(probes);
}

/** What a server does not offer is no illness; it is listed among what is not supported. */
function probed(operation: string, about: string, outcome: Outcome, note: string): Probe {
  const { ms } = outcome;
  if (outcome.ok) {
    const { state } = outcome.standing;
    const why = outcome.standing.reasons.map(({ code, detail }) => `${code}: ${detail}`).join("; ");
    return {
      operation,
      about,
      ms,
      standing: state,
      note: why === "" ? note : `${note}; ${why}`,
      ok: state !== "unavailable",
    };
  }
  const ok = outcome.refusal.code === "capability_missing" || outcome.refusal.code === "no_symbol";
  return { operation, about, ms, standing: undefined, note: refusalText(outcome.refusal), ok };
}

function refusalText({ what, why, next }: RefusalDetails): string {
  return [what, why, next].filter((part) => part !== undefined).join(" ");
}

/** The operation's own data; undefined for a refusal. The table fixes each operation's shape. */
function jsonOf<T>(outcome: Outcome): T | undefined {
  return outcome.ok && outcome.body.format === "json" ? (outcome.body.json as T) : undefined;
}
