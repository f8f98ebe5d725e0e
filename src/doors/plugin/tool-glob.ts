// Patterns of tool names, in which `*` stands for any run of characters.

/** Linear for any pattern: the last star is the only place that is ever gone back to. */
export function matchesTool(pattern: string, name: string): boolean {
  let at = 0;
  let here = 0;
  let star = -1;
  let starred = 0;
  while (here < name.length) {
    if (pattern[at] === "*") {
      star = at++;
      starred = here;
    } else if (at < pattern.length && pattern[at] === name[here]) {
      at++;
      here++;
    } else if (star >= 0) {
      at = star + 1;
      here = ++starred;
    } else {
      return false;
    }
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
