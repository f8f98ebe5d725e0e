// Every operation, in reading order. The one list from which doors, documentation and tests derive.

import { findReferences } from "./find-references.ts";

export const operations = [findReferences] as const;

export type Operation = (typeof operations)[number];

export function operationNamed(name: string): Operation | undefined {
  return operations.find((operation) => operation.name === name);
}
