// Estimates the tokens that an answer saves compared with reading the whole file.

import { estimateTokens } from "../render/tokens.ts";

/** How much reading each file would cost, by its path. */
export type FileTokens = readonly { readonly path: string; readonly fileTokens: number }[];

export function tokenSavings(files: FileTokens, returned: string): Readonly<Record<string, unknown>> {
  const whole = [...new Map(files.map(({ path, fileTokens }) => [path, fileTokens])).values()];
  const tokens_full_file = whole.reduce((sum, tokens) => sum + tokens, 0);
  const tokens_returned = estimateTokens(returned);
  // An answer about a short file may cost more than the file; then this is negative, as it should be.
  const tokens_saved = tokens_full_file - tokens_returned;
  return { token_savings: { tokens_returned, tokens_full_file, tokens_saved } };
}
