// What the official conformance suite checks that does not apply to us, with the reason; everything else must pass.

/** The suite calls things by name that only a server made for it has. */
const fixture = "asks for a tool, prompt or resource that only a server made for the suite has";
const noMedia = "asks for images, audio or embedded files: answers about code are text";
const asksNothing = "asks for a tool that has the client answer questions or sample a model: ours never do";
const noTasks = "is about the tasks extension, which the SDK does not implement and which we do not declare";

/** By scenario. Where an entry names checks, the others of its scenario must pass. */
export const inapplicable: Readonly<Record<string, { readonly why: string; readonly checks?: readonly string[] }>> = {
  "completion-complete": { why: "is about completion of prompt arguments, which we do not declare" },
  "tools-call-image": { why: noMedia },
  "tools-call-audio": { why: noMedia },
  "tools-call-embedded-resource": { why: noMedia },
  "tools-call-mixed-content": { why: noMedia },
  "tools-call-with-logging": { why: `${fixture}; test/doors/mcp-log.test.ts covers log messages` },
  "tools-call-with-progress": { why: `${fixture}; test/doors/mcp-progress.test.ts covers progress` },
  "tools-call-sampling": { why: asksNothing },
  "tools-call-elicitation": { why: asksNothing },
  "elicitation-sep1034-defaults": { why: asksNothing },
  "elicitation-sep1330-enums": { why: asksNothing },
  "resources-read-text": { why: `${fixture}; test/doors/mcp-resources.test.ts covers reading` },
  "resources-read-binary": { why: fixture },
  "resources-templates-read": { why: `${fixture}; test/doors/mcp-resources.test.ts covers templates` },
  "resources-subscribe": { why: `${fixture}; test/doors/http.test.ts covers subscriptions` },
  "resources-unsubscribe": { why: fixture },
  "prompts-get-simple": { why: `${fixture}; test/doors/skills.test.ts covers prompts` },
  "prompts-get-with-args": { why: fixture },
  "prompts-get-embedded-resource": { why: fixture },
  "prompts-get-with-image": { why: fixture },
  "json-schema-2020-12": { why: fixture },
  "server-sse-polling": {
    why: `${fixture}, and that a server closes a stream in the middle of a call; ours never does`,
    checks: ["incoming-sse-event"],
  },
  "server-stateless": {
    why: fixture,
    checks: ["sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400"],
  },
  "http-custom-header-server-validation": {
    why: "is about arguments that are sent as headers; no tool of ours has one",
  },
  "input-required-result-basic-elicitation": { why: asksNothing },
  "input-required-result-basic-sampling": { why: asksNothing },
  "input-required-result-basic-list-roots": { why: asksNothing },
  "input-required-result-request-state": { why: asksNothing },
  "input-required-result-multiple-input-requests": { why: asksNothing },
  "input-required-result-multi-round": { why: asksNothing },
  "input-required-result-non-tool-request": { why: asksNothing },
  "input-required-result-result-type": { why: asksNothing },
  "input-required-result-tampered-state": { why: asksNothing },
  "input-required-result-capability-check": { why: asksNothing },
  "tasks-lifecycle": { why: noTasks },
  "tasks-capability-negotiation": { why: noTasks },
  "tasks-wire-fields": { why: noTasks },
  "tasks-request-state-removal": { why: noTasks },
  "tasks-mrtr-input": { why: noTasks },
  "tasks-request-headers": { why: noTasks },
  "tasks-dispatch-and-envelope": { why: noTasks },
  "tasks-required-task-error": { why: noTasks },
  "tasks-mrtr-composition": { why: noTasks },
};
