// What speculative edits must do, and how errors are told.

import { checklist } from "./requirement.ts";

export const aglDrafts = checklist("standard", {
  "AGL-202": "Edits of a session are seen by no other call and no other session.",
  "AGL-203":
    "The states are `created`, `mutated`, `evaluating`, `evaluated`, `committed`, `discarded`, `dirty`, `destroyed`.",
  "AGL-204": "The usual way: created, mutated, evaluating, evaluated, committed or discarded, destroyed.",
  "AGL-205": "An LSP error during an edit makes the session `dirty`.",
  "AGL-206": "After `committed`, `discarded`, `dirty` or `destroyed` there is no edit and no evaluation, only destroy.",
  "AGL-207": "`dirty` says that server and memory differ; destroying it gives the server the disk's content again.",
  "AGL-208": "A `destroyed` session is gone: its id is an error except for another destroy.",
  "AGL-209": "A session can hold several edits of several files.",
  "AGL-210": "An edit changes the text in memory and goes out as `didChange`.",
  "AGL-211":
    "A file's first edit alone takes the baseline: stable diagnostics, awaited for 3s at most, and the original from disk are kept, and the document is opened.",
  "AGL-212": "Evaluation lets diagnostics settle and compares them with the baseline.",
  "AGL-213":
    'Evaluation takes a scope (`"file"`, or the workspace in earnest) and a timeout in ms (3000 in the example).',
  "AGL-214":
    "It gives `net_delta`, `errors_introduced`, `confidence`, and `errors_resolved`, `scope`, `timeout`, `duration_ms`.",
  "AGL-215": "A diagnostic that merely moved with its line is neither introduced nor resolved.",
  "AGL-216": "Safe means that nothing was introduced, whatever `net_delta` sums to; above 0 means discard.",
  "AGL-217": "What an edit breaks elsewhere is found, in workspace scope at the least.",
  "AGL-218": "An evaluation that timed out says so and lowers `confidence`.",
  "AGL-219": "Disk stays as it is until `commit_session` with `apply: true`.",
  "AGL-220":
    "Commit with apply writes all or none, refuses a disk that changed since the baseline, sends `didChange` and gives `files_written`.",
  "AGL-221": "Commit without apply changes nothing on disk and leaves no draft text in the server.",
  "AGL-222": "Discard brings the server the original by `didChange`, leaves the disk alone, and says discarded.",
  "AGL-223": "Destroy alone takes the server back as well.",
  "AGL-224":
    "`preview_edit` is create, edit, evaluate, discard and destroy together, and nothing remains of it, even after an error.",
  "AGL-225": "`simulate_chain` gives `net_delta` for each step, and `safe_to_apply_through_step`.",
  "AGL-226":
    "`safe_to_apply_through_step` is the last step of the unbroken run in which nothing was introduced, though `net_delta` may be below zero.",
  "AGL-227": "Two settled snapshots make a cycle: one ahead of the first edit, one for the evaluation.",
  "AGL-228": "The server's text equals that in memory after each step, a revert included.",
  "AGL-229": "A server's `-32601` logs a warning and gives `isError: true` with its message.",
  "AGL-230": "A server's `-32002` is warned of in the log, and the caller learns that `start_lsp` must come first.",
  "AGL-231": "A request that timed out gives `isError: true`.",
  "AGL-232": 'Without a session the message is "LSP client not initialized; call start_lsp first".',
  "AGL-233": '"path traversal not allowed" answers a path that leaves the root.',
  "AGL-234": 'A missing file gives "file not found".',
  "AGL-235": 'A method the server lacks gives "server does not support [method]", and nothing is sent.',
  "AGL-236":
    'A tool\'s error is `{"content":[{"type":"text","text":…}],"isError":true}`, from which an agent can go on.',
  "AGL-237": "A success has `isError` false and a JSON payload as text.",
  "AGL-238": "Protocol errors are for the unexpected alone (exception, serialisation), not for bad arguments.",
  "AGL-239": "An empty result of a missing or unready server is never called clean.",
});
