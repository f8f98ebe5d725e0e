// Inlay hints with one label each, whether it came as a text or in parts.

import { isRecord } from "../std/json.ts";
import { normaliseHover } from "./hover.ts";
import { isRange } from "./locations.ts";
import type { WirePosition } from "./wire-shapes.ts";

export interface WireInlayHint {
  readonly position: WirePosition;
  readonly label: string;
  readonly kind?: "type" | "parameter";
  readonly tooltip?: string;
  readonly paddingLeft: boolean;
  readonly paddingRight: boolean;
}

export interface WireInlayHints {
  readonly hints: readonly WireInlayHint[];
  readonly unreadable: number;
}

export function normaliseInlayHints(result: unknown): WireInlayHints {
  const list: readonly unknown[] = Array.isArray(result) ? result : [];
  const hints = list.flatMap((item) => oneHint(item) ?? []);
  return { hints, unreadable: list.length - hints.length };
}

/** Spec: LSP 3.18 InlayHintKind, in order from 1. */
const kinds = ["type", "parameter"] as const;

function oneHint(item: unknown): WireInlayHint | undefined {
  if (!isRecord(item)) return undefined;
  const { position } = item;
  const label = labelOf(item["label"]);
  const range = { start: position, end: position };
  if (label === undefined || !isRange(range)) return undefined;
  const kind = kinds[Number(item["kind"]) - 1];
  const tooltip = normaliseHover(item["tooltip"]);
  return {
    position: range.start,
    label,
    ...(kind === undefined ? {} : { kind }),
    ...(tooltip === "" ? {} : { tooltip }),
    paddingLeft: item["paddingLeft"] === true,
    paddingRight: item["paddingRight"] === true,
  };
}

function labelOf(label: unknown): string | undefined {
  if (typeof label === "string") return label;
  if (!Array.isArray(label)) return undefined;
  const parts = label.map((part: unknown) => (isRecord(part) ? part["value"] : undefined));
  return parts.every((part) => typeof part === "string") ? parts.join("") : undefined;
}
