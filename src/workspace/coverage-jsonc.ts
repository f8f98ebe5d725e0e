// Reads JSON as people write it in configuration: with comments and trailing commas.

/** The value, or undefined where the text is not of that form. */
export function parseJsonc(text: string): unknown {
  try {
    return JSON.parse(withoutExtras(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

// — below: private, in the order they are used —

// Each token ends at the end of the text at the latest, so that no text makes the search begin again and again.
const comments = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;
const lastCommas = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|,(?=\s*[}\]])/g;

function withoutExtras(text: string): string {
  const unlessText = (found: string): string => (found.startsWith('"') ? found : " ");
  return text
    .replace(/^\uFEFF/, "")
    .replace(comments, unlessText)
    .replace(lastCommas, unlessText);
}
