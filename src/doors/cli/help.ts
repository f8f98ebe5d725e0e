// What `sightline --help` says.

export const help = `sightline: what your code means, from the language servers that editors use

Usage
  sightline references FILE:LINE:COLUMN   every use of the symbol there; FILE from the current directory
  sightline mcp                           serve MCP over standard input and output

Options
  --root DIR        the project; found from the current directory by default
  --config FILE     your own servers, languages and settings, as JSON
  --profile NAME    standard, synwire, governed, nexo or bridge
  --trust           trust this root for this run: servers may execute what it holds
  --wait MS         how long to wait for a complete answer before taking a partial one
  --trace FILE      write every message to and from servers to a new file
  -v, --verbose     tell what happens on standard error
  -V, --version     -h, --help

For references
  --declaration     list the declaration as well
  --no-source       lines only, without their source
  --json            one JSON object: ok, standing, result, hint

For mcp
  --format FORM     what the tool text is, text or json

Examples
  sightline references src/cart.ts:12:8
  sightline references src/cart.ts:12:8 --json | jq .result
  claude mcp add sightline -- sightline mcp

Exit codes
  0 answered · 2 wrong arguments · 3 no such server or ability · 4 failed, may work later · 5 not allowed · 70 a defect
`;
