// Every operation, in reading order. The one list from which doors, documentation and tests derive.

import type { Operation } from "./define.ts";
import { findReferences } from "./find-references.ts";
import { goToDefinition } from "./go-to-definition.ts";

export const operationTable = [goToDefinition, findReferences] as const;

export const operations: readonly Operation[] = operationTable;

export function operationNamed(name: string): Operation | undefined {
  return operations.find((operation) => operation.name === name);
}
