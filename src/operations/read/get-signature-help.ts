// `get_signature_help`: what the call around a place takes, which overload it is, and which argument is being written.

import type { Signature, SignatureHelp } from "../../model/fine-facts.ts";
import type { Answer } from "../../model/standing.ts";
import type { Budget } from "../../render/budget.ts";
import { fitting } from "../../render/bound.ts";
import { firstLines } from "../../render/first-lines.ts";
import { inertLine } from "../../render/inert.ts";
import { inertMarkdown } from "../../render/markdown.ts";
import { quotedLines } from "../foreign-text.ts";
import { orInstead } from "../find/locations-answer.ts";
import type { ShownTarget } from "../places.ts";
import { shownTarget, targetText } from "../places.ts";
import { defineTargetQuery } from "../targeted.ts";

export interface HelpedCall {
  readonly target: ShownTarget;
  readonly help: SignatureHelp;
}

export const getSignatureHelp = defineTargetQuery({
  name: "get_signature_help",
  title: "Get Signature Help",
  summary: "Show what the call around a place takes: its overloads, and the parameter at the place.",
  guidance:
    "Point between the parentheses of a call, e.g. by position_pattern total(@@. For a function by its name: inspect_symbol.",
  exposure: "full",
  command: "signature",
  needs: ["textDocument/signatureHelp"],
  input: {},
  async one({ patience }, target): Promise<Answer<HelpedCall>> {
    const instead = "inspect_symbol on the function name shows its signature.";
    const { value, standing } = await orInstead(target.snapshot.signatureHelp(target, patience), instead);
    return { value: { target: shownTarget(target), help: value }, standing };
  },
  isEmpty: ({ help }) => help.signatures.length === 0,
  toText: (output, budget) => helpText(output, budget),
  toJson: ({ help: { signatures, activeSignature } }) => ({
    signatures: signatures.map(({ label, documentation, parameters, activeParameter }) => ({
      label,
      ...(documentation === undefined ? {} : { documentation }),
      parameters: parameters.map((parameter) => ({
        label: parameter.label,
        ...(parameter.documentation === undefined ? {} : { documentation: parameter.documentation }),
      })),
      ...(activeParameter === undefined ? {} : { activeParameter }),
    })),
    activeSignature,
    activeParameter: signatures[activeSignature]?.activeParameter ?? null,
  }),
  hints: ({ help }) =>
    help.signatures.length === 0
      ? [{ operation: "inspect_symbol", why: "the signature of a function by its name" }]
      : [{ operation: "go_to_definition", why: "where the function is" }],
  examples: [
    {
      title: "What a call takes, at its second argument",
      input: { file_path: "src/checkout.ts", position_pattern: 'new Item("tea", @@euro(350)' },
    },
  ],
});

// — below: private, in the order they are used —

const longestLabel = 500;

function helpText({ target, help }: HelpedCall, budget: Budget): string {
  const head = targetText(target);
  const active = help.signatures[help.activeSignature];
  if (active === undefined) return `no call around ${head}`;
  const others = help.signatures.filter((signature) => signature !== active);
  const labels = [`* ${marked(active)}`, ...others.map(({ label }) => `- ${inertLine(label, longestLabel)}`)];
  const words = documentationLines(active);
  const rest = (kept: number): string => `(${labels.length + words.length - kept} lines left out: too long)`;
  return fitting(
    [
      () => ({ text: [head, ...labels, ...words].join("\n") }),
      () => ({ text: [head, ...labels].join("\n"), leavesOut: "documentation left out: too long" }),
      () => ({ text: firstLines(head, [...labels, ...words], budget, rest) }),
      () => ({ text: `${help.signatures.length} signatures; too long to list.` }),
    ],
    budget,
  );
}

/** The parameter at the place stands between « and ». */
function marked({ label, parameters, activeParameter }: Signature): string {
  const at = activeParameter === undefined ? undefined : parameters[activeParameter]?.at;
  if (at === undefined) return inertLine(label, longestLabel);
  return inertLine(`${label.slice(0, at.start)}«${label.slice(at.start, at.end)}»${label.slice(at.end)}`, longestLabel);
}

function documentationLines({ documentation, parameters, activeParameter }: Signature): string[] {
  const parameter = activeParameter === undefined ? undefined : parameters[activeParameter];
  const about = parameter?.documentation;
  return [
    ...(about === undefined ? [] : quotedLines(`${inertLine(parameter?.label ?? "", 100)}: ${inertMarkdown(about)}`)),
    ...(documentation === undefined ? [] : quotedLines(inertMarkdown(documentation))),
  ];
}
