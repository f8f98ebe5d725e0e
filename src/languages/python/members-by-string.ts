// Members that functions of Python take by a name in a string.

/** Whether a string of Python names the member that a function takes from a value. */
export function isMemberByString(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 300), offset);
  if (/\b(?:(?:get|has|set|del)attr|attrgetter|methodcaller|patch\.object)\s{0,99}\([^"']{0,250}["']$/.test(before))
    return true;
  // A path through modules, as tests give it to what replaces a name.
  return /\b(?:patch|(?:get|set|del)attr|import_string|import_object|locate|resolve_name)\s{0,99}\(\s{0,99}["'][\w.:]{1,200}[.:]$/.test(
    before,
  );
}
