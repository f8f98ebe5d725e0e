// The doctor: asks every language server that a root needs real questions about the root's own files, and says what
// works, how fast, and how to mend what does not.
//
// Invariant: everything is asked through the engine, so what the doctor sees is what an agent would see.

import type { ServerJson } from "../operations/get-server-capabilities.ts";
import type { SurveyJson } from "../operations/detect-lsp-servers.ts";
import type { RefusalDetails } from "../model/refusal.ts";
import type { Engine, Invocation, Outcome } from "./engine.ts";

export interface DoctorReport {
  readonly root: string;
  /** The most frequent language first. */
  readonly languages: readonly LanguageHealth[];
}

export interface LanguageHealth {
  readonly language: string;
  readonly files: number;
  /** Undefined when no server is installed. */
  readonly server: string | undefined;
  readonly version: string | undefined;
  /** What to install, where nothing is. */
  readonly missing: string | undefined;
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

export function isHealthy({ languages }: DoctorReport): boolean {
  return languages.every(({ probes }) => probes.every(({ ok }) => ok));
}

export async function examine(
  engine: Engine,
  caller: Invocation["caller"],
  only?: readonly string[],
): Promise<DoctorReport> {
  const ask = (operation: string, input: object): Promise<Outcome> =>
    engine.invoke({ operation, input, caller, format: "json", maxCharacters: Number.POSITIVE_INFINITY });
  const survey = jsonOf<SurveyJson>(await ask("detect_lsp_servers", {}));
  if (survey === undefined) return { root: engine.status().root, languages: [] };
  const languages: LanguageHealth[] = [];
  // One after another: what is timed should have the machine to itself.
  for (const language of survey.workspace_languages) {
    if (only === undefined || only.length === 0 || only.includes(language))
      languages.push(await examineLanguage(ask, survey, language));
  }
  return { root: survey.workspace_dir, languages };
}

// — below: private, in the order they are used —

type Ask = (operation: string, input: object) => Promise<Outcome>;

async function examineLanguage(ask: Ask, survey: SurveyJson, language: string): Promise<LanguageHealth> {
  const installed = survey.installed_servers.find((one) => one.language === language);
  const health = { language, files: survey.file_counts[language] ?? 0 };
  if (installed === undefined) {
    const missing = survey.not_installed.find((one) => one.startsWith(`${language} (`));
    return { ...health, server: undefined, version: undefined, missing, probes: [], supported: [], unsupported: [] };
  }
  const { probes, file } = await probe(ask, survey.samples[language] ?? []);
  const [described] = jsonOf<readonly ServerJson[]>(await ask("get_server_capabilities", { file_path: file })) ?? [];
  return {
    ...health,
    server: installed.server,
    version: described?.server_version ?? installed.version,
    missing: undefined,
    probes,
    supported: described?.supported_tools ?? [],
    unsupported: described?.unsupported_tools ?? [],
  };
}

interface Symbol {
  readonly name: string;
  readonly selectionRange: { readonly start: { readonly line: number; readonly character: number } };
}

/** Opens a file of the project, looks for a symbol in it, and asks who uses it. */
async function probe(ask: Ask, samples: readonly string[]): Promise<{ probes: readonly Probe[]; file: string }> {
  const probes: Probe[] = [];
  for (const file of samples) {
    const outcome = await ask("list_symbols", { file_path: file });
    const symbols = jsonOf<readonly Symbol[]>(outcome) ?? [];
    // A file may hold no symbol at all; the next one is tried, and only the last such answer is told.
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
  return { operation, about, ms, standing: undefined, note: said(outcome.refusal), ok };
}

function said({ what, why, next }: RefusalDetails): string {
  return [what, why, next].filter((part) => part !== undefined).join(" ");
}

/** The operation's own data; undefined for a refusal. The table fixes each operation's shape. */
function jsonOf<T>(outcome: Outcome): T | undefined {
  return outcome.ok && outcome.body.format === "json" ? (outcome.body.json as T) : undefined;
}
