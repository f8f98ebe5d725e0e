// What each reason code means in a few words, at length, and what can be done about it.
//
// Invariant: every code has its texts, and within one state the order of the table is the order of telling, worst first.

import type { ReasonCode } from "../model/standing.ts";

export interface ReasonText {
  /** A few words, for when the detail does not fit or has been shown before. */
  readonly brief: string;
  /** What it means for the answer. */
  readonly meaning: string;
  /** What the reader can do. Operations and arguments are named as in the contract; a door puts them into its own words. */
  readonly next: string;
}

export const reasonTexts: Readonly<Record<ReasonCode, ReasonText>> = {
  server_died: {
    brief: "the server ended",
    meaning: "The language server ended during the question, so its answer is missing.",
    next: "Ask again, which restarts it. If it ends again, sightline doctor shows its last output.",
  },
  nothing_received: {
    brief: "nothing was received",
    meaning: "The language server has reported nothing. An empty list does not mean that there is nothing.",
    next: "Ask again with a longer wait_ms, or open the file first.",
  },
  watcher_lost: {
    brief: "changes on disk are not followed",
    meaning: "The system no longer reports file changes, so servers may answer from outdated files.",
    next: "Report changed files with did_change_watched_files, or restart Sightline. The usual cause is too many watched files.",
  },
  changes_unseen: {
    brief: "changes not taken in yet",
    meaning: "Files changed just before or during the question, and the answer may describe them as they were.",
    next: "Ask again.",
  },
  server_replaced: {
    brief: "the server was started again",
    meaning: "The language server was restarted during the question, and part of the answer is from before.",
    next: "Ask again.",
  },
  cached: {
    brief: "an earlier answer",
    meaning: "The answer is from an earlier question and was not refreshed.",
    next: "Ask again for the current state.",
  },
  timed_out: {
    brief: "the time was up",
    meaning: "Only part of the question was answered within its time limit.",
    next: "Ask again with a longer wait_ms: what was loaded stays loaded. Or ask about less.",
  },
  target_refused: {
    brief: "parts were refused",
    meaning: "The question has several parts, and some got no answer. Each of them says why.",
    next: "Ask for those parts again separately, as their lines advise.",
  },
  indexing: {
    brief: "still loading",
    meaning: "The language server has not read the whole project yet, so anything may be missing.",
    next: "Ask again a little later, or with a longer wait_ms.",
  },
  possible_uses: {
    brief: "possible uses not verified",
    meaning:
      "The name occurs in places that the language server cannot resolve: the type is unknown, or the file is not compiled here. They are listed separately from the uses.",
    next: "Check the listed places. Those that are uses must be changed by hand.",
  },
  not_accounted: {
    brief: "places not checked",
    meaning: "The name occurs in more places than could be checked in time, so uses may be missing.",
    next: "Ask again with a longer wait_ms: what was checked is remembered.",
  },
  projects_not_loaded: {
    brief: "projects not loaded",
    meaning:
      "Part of the root belongs to projects that the language server has not loaded, and uses in them are missing.",
    next: "Ask again, or ask about a file of such a project, which loads it. For a project that cannot be loaded, the cause is given.",
  },
  server_unwell: {
    brief: "the server reports trouble",
    meaning: "The language server reports a problem with the project or with its own state.",
    next: "Fix what it names: usually dependencies, a toolchain or a project file. sightline doctor shows more.",
  },
  dependencies_missing: {
    brief: "dependencies missing",
    meaning: "Packages or headers that the code uses are missing, so the server cannot resolve what comes from them.",
    next: "Install the dependencies of the project.",
  },
  restricted: {
    brief: "restricted: the root is not trusted",
    meaning:
      "The root is not trusted. A language server runs without features that execute code of the repository, or not at all.",
    next: "sightline trust shows what trust allows, and grants it.",
  },
  shared_server: {
    brief: "the server has other clients",
    meaning:
      "Someone else runs the language server. Other clients of it may have files open with unsaved text, which it then takes for their content.",
    next: 'Save what is open elsewhere. If the server has no other client, have the operator say so ("alone": true in its launch).',
  },
  withheld: {
    brief: "text withheld: outside the root",
    meaning:
      "Something was found whose text is not shown, because it may quote a file outside the root that an import, an include, a link or a configuration leads to.",
    next: "Trust the root (sightline trust), or serve the directory that it leads to as a root too (--root . --root DIR).",
  },
  server_not_exhaustive: {
    brief: "the server may leave some out",
    meaning: "The language server is known to miss some results, or to miss them in this kind of code.",
    next: "If a missing use would do harm, search for the name as text.",
  },
  unreadable_items: {
    brief: "parts not understood",
    meaning: "Part of the output of a server or tool could not be parsed and is missing from the answer.",
    next: "Ask again with a trace (--trace) and report it.",
  },
  broken_syntax: {
    brief: "syntax errors in the file",
    meaning: "The file does not parse, and what follows a syntax error may be missing or misplaced.",
    next: "Fix the syntax errors that get_diagnostics lists.",
  },
  lossy_text: {
    brief: "the file is not UTF-8",
    meaning: "The file has bytes that are not UTF-8. They are shown as replacement characters, and columns may differ.",
    next: "Save the file as UTF-8.",
  },
  unchecked: {
    brief: "consequences not checked",
    meaning: "The effects of a change were not checked everywhere.",
    next: "Check the named places with get_diagnostics or a build.",
  },
  readiness_unknown: {
    brief: "readiness unknown",
    meaning: "The language server does not report when it has loaded the project, so it may have answered too early.",
    next: "Ask again a little later; the same answer twice is a good sign.",
  },
  capped: {
    brief: "the list was cut",
    meaning: "There is more than was checked or listed.",
    next: "Ask for less at a time, or for the next part.",
  },
  scoped: {
    brief: "only part was searched",
    meaning: "Part of the root was left out, because no server covers it or a setting excludes it.",
    next: "Search the named part as text, or install the missing server (sightline servers).",
  },
};
