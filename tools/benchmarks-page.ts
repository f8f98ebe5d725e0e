// The page of benchmarks and its plots, made of the runs in `bench/published`.
//
// Invariant: every number on the page comes from a run; what is written here explains, and does not count.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { report } from "../bench/peers/report.ts";
import type { ArmRow } from "../bench/peers/samples.ts";
import { PeerSamples } from "../bench/peers/samples.ts";
import type { Bar, Plot } from "./plot.ts";
import { svgOf } from "./plot.ts";

/** The page first, then its plots, by path. */
export function benchmarkDocuments(root: string): { readonly path: string; readonly wanted: string }[] {
  const peers = published(root, "peers.jsonl");
  const plots = peers === undefined ? [] : plotsOf(new PeerSamples(peers));
  const page = pageOf(root, peers, plots);
  return [
    { path: "docs/benchmarks.md", wanted: page },
    ...plots.map(({ file, plot }) => ({ path: `docs/plots/${file}`, wanted: svgOf(plot) })),
  ];
}

// — below: private, in the order they are used —

function published(root: string, file: string): string | undefined {
  const path = join(root, "bench", "published", file);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

interface Named {
  readonly file: string;
  readonly plot: Plot;
}

function pageOf(root: string, peers: string | undefined, plots: readonly Named[]): string {
  const sections = [
    "# Benchmarks",
    introduction,
    ...(peers === undefined
      ? []
      : [
          "## Against its peers",
          peersIntroduction,
          ...plots.map(({ file, plot }) => `![${plot.title}](plots/${file})`),
          report(peers).join("\n").trim(),
        ]),
    ...section(root, "truth.md", "## Whether labels are true", truthIntroduction),
    ...section(root, "session.md", "## A session against the server without it", sessionIntroduction),
    ...section(root, "ops.md", "## Operations through MCP", opsIntroduction),
    ...section(root, "daemon.md", "## Daemons", daemonIntroduction),
    ...section(root, "hooks.md", "## Hooks of coding agents", hooksIntroduction),
    ...section(root, "script.md", "## Scripts", scriptIntroduction),
    ...section(root, "impact.md", "## Impact of a change", impactIntroduction),
    ...section(root, "edits.md", "## Changes", editsIntroduction),
    ...section(root, "context.md", "## Assembled context", contextIntroduction),
    ...section(root, "evidence.md", "## Evidence", evidenceIntroduction),
  ];
  return `${sections.join("\n\n")}\n`;
}

function section(root: string, file: string, title: string, text: string): string[] {
  const run = published(root, file);
  return run === undefined ? [] : [title, text, run.trim()];
}

const introduction = `Generated from the runs in \`bench/published\` by \`node tools/run.mjs tools/gen.ts --write\`; \`node tools/run.mjs bench/publish.ts\`
takes the newest whole run of each bench over from \`bench/results\`.

- What is compared takes turns, forwards and backwards, and a comparison counts only where both give the same facts.
- Nothing is left out. A cell that misses its goal or loses is marked, and no run fails because of one.
- **Read the times as orders of magnitude.** Each part is one run on two shared cores; ratios and paired differences suffer less from what else
  runs than absolute times, and 99th percentiles suffer most.`;

const hooksIntroduction = `\`npm run bench:hooks\` runs \`sightline hook\` as an agent does, on a warm daemon. An edit gives a function that 40 files call a further
parameter, and takes it away again; the time is that of the hook's process, which the agent waits for. What was not checked within 2 s is told with the
next event, and the last column counts how often that was not needed.`;

const scriptIntroduction = `\`npm run bench:script\` asks questions about whole repositories in three ways: by one call of \`script\`, by single tools of the same engine, and by grep and
reading files. The packages are RxJS (\`typescript\`), click (\`python\`) and chi (\`go\`).

- **A call** costs what the model writes for it and what it reads of the answer, counted with a real tokenizer. What it thinks in between is in no column, neither as tokens
  nor as time; a further call is a further turn of the model, which takes seconds.
- **Single tools** get 20 targets in a call, a search where no tool lists the candidates, and answers that are not shortened. **Grep** gets 20 names in a call and shows only the
  words where those are enough; a file is read once for each question, or only the lines that matter. What they show is followed by a program, which makes no slip and forgets nothing.
- **Time** is lost because each question inside of a script is judged, recorded and answered by itself, where a single tool takes 20 targets, and because a script has the
  declarations of every file from the server, where the others search for them by their first words.
- **Grep's answers** differ where a name stands for several things or is written in a comment, where a function is imported under another name, where a call looks like a declaration,
  and where Go has methods from an embedded type or compares their whole types. Each fact that differs is named below the tables.`;

const peersIntroduction = `\`npm run bench:peers\` asks the same questions of every product that can be installed here, of the language server itself, and of a text
search. All use the same language servers, from the same place; for TypeScript that is typescript-language-server, and a further row shows
Sightline with the TypeScript 7 server that it brings. One exception: for Python, cclsp gets pylsp, as its own set-up chooses, and finds what
pylsp finds. With pyright it would find more, but leaves that server's questions open, so that its first answer takes half a minute and more.

- **Facts are lines.** Some products give no columns, some count from 0, some leave declarations out: none of that costs them anything here.
  A declaration counts neither for nor against a tool.
- **The truth** is a compiler's where one can be asked, and the fully loaded server's elsewhere. What such a server leaves out counts as wrong
  even if it is right: Sightline follows imports under another name in Python, which pyright does not, and loses precision here for it.
- **Each product is asked as its own descriptions say**, in its default form. Those that ask by name are asked only for names that stand once
  in their file. \`find_definition\` of cclsp looks a name up in the file that it is given, so at a use it finds nothing.
- **A fresh process** works on a fresh copy, with the files in the disk cache. *Silently partial* means that uses were missing and that the
  answer did not say so; *complete, called partial* that the warning was needless.
- **Behind its back**: a use is added in a new file (in C++, at the end of one), another renamed away; asked at once, and again for 3 s.
- **A call that does not come back** within the limit is a hang, and a product that hangs is started anew for the next question; a kind of question on
  which it hung twice is not put to it any more.
- Serena 2 shows a single tool that runs Python by default; it is measured with the tools of which each does one thing.`;

const truthIntroduction = `\`npm run bench:truth\` asks \`find_references\` about symbols of real checkouts whose uses are known without the server that is asked;
\`npm run bench:truth -- --only go\` takes one language, \`--subject DIR --label before\` the built product of another checkout.

- **The checkouts** are packages from the registries with their own tests, laid out as repositories have them. The symbols are chosen by a seed, of
  every kind in turn; at most a tenth of them has no use.
- **The truth** for TypeScript and JavaScript is the checker of TypeScript 6 over one program of all files, in which imports lead to the sources;
  for Go the type checker in every build configuration; for Python scopes and imports, under every condition; for C++ the compiler with several
  sets of definitions. A member that is reached through a value of unknown type counts where its name is declared once in the repository and by no
  library ("by name").
- **Facts are lines.** A declaration counts neither for nor against an answer. Uses through an overridden member are not asked for.
- **Complete, uses missing** is the mistake that must not be made: each is listed. **Partial, none missing** is a warning without a cause.
  **Partial, undecidable** lists places that the truth cannot decide either: a member of that name behind a value of unknown type.
  These are left out of "whole answers called complete"; counted as needless, they would put TypeScript, JavaScript and Python below the goal of 95 %.
- **The symbols are no longer unseen**: wrong labels of these very symbols were used to mend the rules. Another \`--seed\` is the harder test.
- **Possible places**: precision is the share of the listed ones that are uses and are not among the uses already, recall the share of the missing
  uses that are listed.
- **The server, every file open** is a bare client that opens all sources and asks for references.`;

const contextIntroduction = `\`npm run bench:context\` asks what a model would be told before an edit that was really made, and looks for the names that the edit needed.

- **The edits** are stretches of lines that two successive releases of a package have differently; the registries have no finer history. The older release is
  asked about, and the lines that change are the focus. Lines that are only added have the two lines around them as their focus.
- **The names** are those that the new lines use as code, that the older release declares outside of bodies (read by patterns, without a server), and that the
  focus does not show. A name is there if the context has it as a whole word, whatever it says about it: that favours the ways without an assembler, which show no types.
- **The ways**: the import statements and then the file from its first line on; the lines of all files in which a name of the focus stands, the rarest name first;
  \`get_editing_context\` at the first line of the focus. Budgets of the first two are counted with a real tokenizer, those of the operations with the dearer estimate.
- **The symbols are not unseen**: what pieces are worth was chosen while looking at some of these edits.`;

const sessionIntroduction = `\`npm run bench:session\` measures a session against the same servers without it; parts can be chosen:
\`node tools/run.mjs bench/session.ts overhead cold\`. **raw** is a small client with framing of its own, on a server process of its own, with the same
documents open. **raw again** is a second one: what the two differ by is what this way of measuring cannot see.

What explains the losses:

- **Large bodies.** Every parsed body is walked to bound its nesting, so that nothing recursive meets a hostile one. Taken out, the loss is
  gone: the walk cost 4 to 13 % of the processor time, in 18 of 18 comparisons. We keep the walk.
- **The first answer in a large tree.** No server is started before its files are watched ("to the spawn"), because what changes in between
  would be missed; and the tree is looked through for projects while the server loads, on the same two cores.
- **The first answer in a small tree.** Most of it is our own start, the search for the server and the watch, and the process record and
  guard beside the spawn. Two suspects showed no gain in 24 interleaved rounds: not waiting for the record of the process, and starting the
  guard later. What is left of it is not explained.`;

const opsIntroduction = `\`npm run bench:ops\` measures whole operations, as an agent calls them over stdio, against the same server asked directly;
\`node tools/run.mjs bench/tool-list.ts\` the time to the list of tools, which is that of a bare SDK server (goal: at most 1.3 of it), because the
executable is one bundle.

What explains the losses:

- **The constant part of a call.** About half is the second process and its JSON-RPC, twice; the rest is looking: the watcher's cookie, the
  file's stamp for the pointing, for the document and for each line shown.
- **The part per location.** Places are converted, grouped, sorted and rendered; the raw client only parses them.
- **The first answer.** Node and the bundle need about 220 ms before anything is asked; then as in \`bench:session\`. A process that stays, as
  every client keeps it, pays this once. The second question still runs code that is not yet compiled.
- **References with source, hover.** Source lines and the place of the definition are shown because agents fetch them next;
  \`include_source: false\` is a quarter of the raw answer.`;

const daemonIntroduction = `\`npm run bench:daemon\` measures what calls, first answers, commands and further agents cost with an engine of one's own and
through a daemon; parts can be chosen: \`node tools/run.mjs bench/daemon.ts warm first\`. \`SIGHTLINE_PEER_AGENT_LSP\` and
\`SIGHTLINE_PEER_MCP_LANGUAGE_SERVER\` name programs of those products where their recipes do not install.

- **Processor time** is that of all threads of a product's own processes, without language servers. It depends less on what else runs than time does.
- **Requests** are counted by a relay before the server, **file calls** by strace: system calls that name a file, in all threads of the product.
  Both slow down what they look at, so they are counted in processes of their own.
- **A fresh process** works on a fresh copy, with the files in the disk cache.
- **Agents** are connections of their own to one daemon, all in the process that measures.

What explains the losses:

- **A warm call.** Time is lost to our own work, not to further requests: a hover asks for the definition at the same time, and nothing else is asked
  twice. One \`go_to_definition\` is 11 looks at files, 4 resolved links, one passage of the watcher's cookie, and 4 writes: to the server, of the
  record, of its head, and to the client. The system's part of its processor time is 0.1 to 0.3 ms. By a profile of 3,000 such calls (on a busy machine), 27 % of the main
  thread's time goes to the two pipes, about 12 % to the watch, files and paths, 10 % to the evidence, of which a third is seals and digests, 8 % to the protocol's layers and schemas,
  3 % to looking for configurations that cannot be read; what is left is spread over the whole road, and no function has 2 % of it.
- **How often it was asked.** Most of that is code that the engine has not optimized yet: in one run the same call cost 5.0 ms of the main thread in
  the first 750, and 2.0 after 4,500 (adr 21).
- **The daemon.** A call passes two processes of Node, and its JSON is read and written twice.
- **The first answer.** Node has to load more than two megabytes of code before anything is asked; the server is started after that, when its files are
  watched. The door of a second agent loads no engine, but the table of operations and the protocol's packages: their schemas are made at
  every start, about a third of its time in a profile.`;

const impactIntroduction =
  "`npm run bench:impact` measures the operations that follow a change through a whole repository.";

const editsIntroduction = `\`npm run bench:edits\` changes real packages and asks the compilers what that broke; parts and languages can be chosen:
\`node tools/run.mjs bench/edits.ts verdicts go --changes 40\`.

- **The changes** are made by rules from the sources: some thirty kinds for each language, in turn, chosen by a seed. It is not stated beforehand which
  of them do harm; the compiler does, by its errors in the changed copy that were not in the unchanged one, wherever they moved.
- **C and C++** have no rules of change: clangd skips the bodies of functions in headers, so that nothing beyond comments is called safe there, and
  the truth would compile every unit anew for every change.
- **Safe and breaks** is the mistake that matters: it is listed with the change. Undecided is no mistake and no help.
- **Files beyond** are named by the server and not by the compiler: Go's compiler stops at a package that is broken and does not look at those
  that import it.
- **Against the server alone**: two servers of one kind on one root, told the same text and asked about the same files. What our side does
  besides is to find those files, to compare, and to take the text back.
- **Right but held back**: a rename that is not made is made all the same afterwards, and the compiler is asked. What it rejects was held back
  rightly, and what the server itself refuses is not counted; the rest counts.
- **A rename back** makes \`{ name: name }\` or \`export { name as name }\` of what was \`{ name }\`, where a server keeps the old name on the
  way there; that counts as not restored, for everybody. An undo is another thing.
- **Others rename by name**, after one rename and a pause that are not counted: not all of them wait until their server has loaded the project.
  The time of ours holds the looks at all files that a rename can reach, before and after it; theirs does not.`;

const evidenceIntroduction = `\`npm run bench:evidence\` asks the same warm questions and makes the same changes with evidence and without; parts can be chosen:
\`node tools/run.mjs bench/evidence.ts question\`. Engines with evidence and without share one workspace and one server in one process, so that nothing else
differs; packets are kept as by default (\`redacted\`). **Off again** is a second engine without evidence: what it differs by is what this way of measuring cannot
see. **Processor** is the time of all threads of our process, without the server.

What explains the losses:

- **A question** leaves at least two records and a packet: five seals and hashes of records, three of texts, and three writes to the kernel, one after another before the
  answer leaves. In a loop that does nothing else they take about 50 µs together; between two questions, with the caches of the processor cold, several times that. A
  question of three milliseconds has no room for it in 5 %.
- **A change** waits for the disk once more than without evidence; beside that, what it takes longer is below what this run can tell from noise, except in processor time.`;

function plotsOf(samples: PeerSamples): Named[] {
  const recall = grouped(samples, (subject, arm) => {
    const asked = samples.asked(subject, arm, "references");
    return (
      asked && { value: asked.recall, text: `${asked.recall.toFixed(3)} (precision ${asked.precision.toFixed(3)})` }
    );
  });
  const complete = grouped(samples, (subject, arm) => {
    const cold = samples.cold(subject, arm);
    if (cold === undefined) return undefined;
    return cold.completed === 0
      ? { value: undefined, text: `never (recall ${cold.lastRecall.toFixed(2)})` }
      : { value: cold.completeMs, text: `${Math.round(cold.completeMs)} ms` };
  });
  const tokens = grouped(samples, (subject, arm) => {
    const asked = samples.asked(subject, arm, "references");
    if (asked === undefined || !Number.isFinite(asked.tokensPerFact)) return undefined;
    return {
      value: asked.tokensPerFact,
      text: `${asked.tokensPerFact.toFixed(1)} (recall ${asked.recall.toFixed(2)})`,
    };
  });
  return [
    { file: "recall.svg", plot: { title: "Recall of references", scale: "linear", groups: recall } },
    {
      file: "first-complete.svg",
      plot: { title: "First complete answer of a fresh process, logarithmic", scale: "log", groups: complete },
    },
    { file: "tokens.svg", plot: { title: "Tokens per correct reference", scale: "linear", groups: tokens } },
  ];
}

function grouped(
  samples: PeerSamples,
  barOf: (subject: string, arm: string) => Pick<Bar, "value" | "text"> | undefined,
): Plot["groups"] {
  return samples.subjects.map(({ subject, title }) => ({
    title,
    bars: samples.arms.flatMap((arm): Bar[] => {
      const label = arm.title;
      if (!arm.isThere) return [{ label, value: undefined, text: "not available here", tone: "other" }];
      const bar = barOf(subject, arm.arm);
      return bar === undefined ? [] : [{ label, tone: toneOf(arm), ...bar }];
    }),
  }));
}

function toneOf({ arm }: ArmRow): Bar["tone"] {
  if (arm.startsWith("sightline")) return "ours";
  return arm === "raw" || arm === "grep" ? "limit" : "other";
}
