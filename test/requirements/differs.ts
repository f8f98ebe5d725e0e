// Requirements we deliberately meet in another way, each with the reason.

export const differs: readonly { readonly id: string; readonly reason: string }[] = [
  {
    id: "AGL-210",
    reason: "a draft's text lives in our memory; the server has it only inside an evaluation, in an exclusive lane",
  },
  {
    id: "AGL-228",
    reason: "outside an evaluation the server holds the real texts, so that no other agent can see a draft",
  },
  {
    id: "AGL-017",
    reason: "a daemon serves every language of a root: two agents share one gopls as they share one pyright",
  },
  {
    id: "AGL-035",
    reason: "there is one daemon per root, not per root and language",
  },
  {
    id: "AGL-013",
    reason:
      "a server without a call for ten minutes is ended and the next call starts it again (`idle.teardownMs`, 0 keeps it); until then no call spawns a second one",
  },
  {
    id: "AGL-203",
    reason: "seven states: a destroyed draft is forgotten, and its id is answered like one that never was",
  },
  {
    id: "AGL-227",
    reason:
      "both looks belong to the evaluation, not to the first edit: what others write in between is in both, and no server waits for a draft that is never evaluated",
  },
  {
    id: "AGL-360",
    reason:
      "pydoc is asked by a few lines of ours with the project's interpreter, so that what a module prints when it is imported is no answer; the answer names that interpreter",
  },
  {
    id: "AGL-020",
    reason:
      "the daemon's children are the servers of all languages of its root, each started when the first question needs it, and once for all clients of equal powers",
  },
  {
    id: "AGL-021",
    reason:
      "a client is greeted before any server is initialized: which one is needed the first question says, and it waits for that server alone",
  },
  {
    id: "AGL-022",
    reason:
      "no LSP message crosses the socket, so a session cannot initialize a server; the daemon has its real capabilities and answers by them",
  },
  {
    id: "AGL-024",
    reason:
      "a connection is a framed JSON-RPC channel of its own, but carries questions and answers of Sightline instead of LSP, after both sides have proven that they know a token",
  },
  {
    id: "AGL-025",
    reason:
      "requests of LSP are made by the daemon alone; each client's calls are answered on its own connection and run side by side",
  },
  {
    id: "AGL-019",
    reason:
      "sightline daemon-broker --root-dir is that program; it serves all languages of the root with the servers of each client's configuration, so --language and --command are taken and choose nothing",
  },
  {
    id: "AGL-029",
    reason:
      "a server is warm when the signal that its catalogue entry names says so, which the daemon follows once for all clients; a diagnostic or a hover that came says nothing of the index, so neither counts",
  },
  {
    id: "NEX-18",
    reason: "a figure for orientation, not a promise: npm run bench:session measures cold starts and asserts nothing",
  },
  {
    id: "NEX-10",
    reason:
      "what a server pushed last counts only where it is about the text on disk, else the tool waits for the next push; a server that can be asked for diagnostics is asked, because its answer is never older than that push",
  },
  {
    id: "NEX-03",
    reason:
      "PATH is probed for a server when it is first needed: booting costs nothing, and what was installed since is found",
  },
  {
    id: "AGL-189",
    reason:
      "a root is the top of the checkout, else the outermost marker: the nearest one is a project, and a server that sees one project of many answers with a part of the truth",
  },
  {
    id: "AGL-190",
    reason:
      "a file of no open root is refused as outside of it, because an agent that could open any root by naming a file could read any file",
  },
  {
    id: "AGL-237",
    reason:
      "the payload is JSON where the caller or the operator asks for it; by default it is compact text, which costs a model less than half",
  },
  {
    id: "AGL-245",
    reason:
      "build, dist, target and vendor may hold sources, so they are skipped only where an ignore file names them, and of hidden directories only those of tools are (docs/adr/0005)",
  },
  {
    id: "AGL-163",
    reason:
      "calls after a crash fail at once with the cause, exit code and last words, which says more than not initialized",
  },
  {
    id: "SYN-44",
    reason:
      "all five as said, but clangd is given limits of 0: without them it cuts a list at 1,000 references in silence",
  },
  {
    id: "AGL-151",
    reason:
      "calls on different drafts wait for each other only while they evaluate in the same server, because it can show the texts of one at a time; everything else never waits",
  },
  {
    id: "AGL-205",
    reason:
      "no server hears of an edit of a draft, so none can fail there; a draft is dirty when something went wrong inside Sightline",
  },
  {
    id: "AGL-207",
    reason:
      "server and draft cannot diverge: the texts are shown and taken back within one evaluation; a dirty draft can only be destroyed",
  },
  {
    id: "AGL-211",
    reason:
      "the problems before a draft are looked at when it is evaluated, in every file it can reach, and not guessed from what a server said within 3 s of the first edit",
  },
  {
    id: "AGL-222",
    reason: "discarding has nothing to send: the server has held the real texts since the last evaluation ended",
  },
  {
    id: "AGL-282",
    reason:
      "the flag and the variable come first as promised; ~/.agent-lsp/audit.jsonl is used only where that directory is there already, because evidence is always kept in our own state directory and a second copy that was not asked for would be a surprise",
  },
  {
    id: "AGL-287",
    reason:
      "mode, path, sizes and rename details are always told; previews of old and new text only where evidence.raw is full, because contents of files belong nowhere else",
  },
  {
    id: "AGL-290",
    reason:
      "there is no queue that could overflow: a call hands its record to the kernel before its answer leaves, which takes microseconds, and waits only where the disk does not take it",
  },
  {
    id: "AGL-291",
    reason:
      "no record is dropped: what cannot be recorded is refused, and what was changed before that is counted in a gap record",
  },
  {
    id: "AGL-391",
    reason:
      "tables of layers and rooms keep the layers apart, and nothing that serves servers imports what is above; but an extension is a row of the operation table, so it calls the functions that make one, and one view of a question serves tools and resources",
  },
];
