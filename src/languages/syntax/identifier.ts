// What a name may be in a language: how it is spelt, and which words the language keeps for itself.
//
// Servers take almost any text for a new name, so it is judged before one of them is asked.
// Invariant: a language that is not listed refuses only what can be a name in no language.

/** Why a text cannot be a name in a language; undefined where it can. `former` is what it is to replace. */
export function nameFault(language: string | undefined, name: string, former?: string): string | undefined {
  const rule = language === undefined ? undefined : identifierRules[language];
  if (rule === undefined)
    return anywhere.test(name) ? undefined : "A name cannot contain spaces, quotes or line breaks.";
  const { spelling, reserved, marks = [], form } = rule;
  if (reserved.has(name)) return `${name} is a reserved word.`;
  if (!spelling.test(name)) return `A name consists of ${form}.`;
  const lost = marks.find((mark) => former !== undefined && former.startsWith(mark) !== name.startsWith(mark));
  if (lost === undefined) return undefined;
  return name.startsWith(lost)
    ? `${former} does not begin with ${lost}.`
    : `${former} begins with ${lost}, so the new name must too.`;
}

// — below: private, in the order they are used —

interface IdentifierRule {
  readonly spelling: RegExp;
  readonly reserved: ReadonlySet<string>;
  /** How it is spelt, in words: "a name is …". */
  readonly form: string;
  /** What a name begins with or does not, and keeps when it is changed. */
  readonly marks?: readonly string[];
}

const anywhere = /^[^\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}"'`]+$/u;

const words = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(" ").split(" "));
const letters = "letters, digits and _, not beginning with a digit";

const script: IdentifierRule = {
  spelling: /^#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u,
  form: "letters, digits, _ and $, not beginning with a digit",
  marks: ["#"],
  reserved: words(
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends",
    "false finally for function if implements import in instanceof interface let new null package private protected",
    "public return static super switch this throw true try typeof undefined var void while with yield",
  ),
};

const cWords =
  "auto break case char const continue default do double else enum extern float for goto if inline int long register return short signed sizeof static struct switch typedef union unsigned void volatile while";
const cSpelling = /^[\p{XID_Start}_$][\p{XID_Continue}$]*$/u;

const c: IdentifierRule = {
  spelling: cSpelling,
  form: letters,
  reserved: words(
    cWords,
    "restrict _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local",
  ),
};

const cpp: IdentifierRule = {
  spelling: cSpelling,
  form: letters,
  reserved: words(
    cWords,
    "alignas alignof and and_eq asm bitand bitor bool catch char16_t char32_t char8_t class co_await co_return",
    "co_yield compl concept const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export",
    "false friend mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public",
    "reinterpret_cast requires static_assert static_cast template this thread_local throw true try typeid typename",
    "using virtual wchar_t xor xor_eq",
  ),
};

const identifierRules: Readonly<Record<string, IdentifierRule>> = {
  typescript: script,
  typescriptreact: script,
  javascript: script,
  javascriptreact: script,
  python: {
    spelling: /^[\p{XID_Start}_]\p{XID_Continue}*$/u,
    form: letters,
    reserved: words(
      "False None True and as assert async await break class continue def del elif else except finally for from",
      "global if import in is lambda nonlocal not or pass raise return try while with yield",
    ),
  },
  go: {
    // The blank name is none that could be used.
    spelling: /^(?!_$)[\p{L}_][\p{L}\p{Nd}_]*$/u,
    form: letters,
    reserved: words(
      "break case chan const continue default defer else fallthrough for func go goto if import interface map",
      "package range return select struct switch type var",
    ),
  },
  rust: {
    // Any word but these few can be a name behind r#, and a lifetime or label has a mark of its own.
    spelling: /^(?:'|r#(?!(?:crate|self|Self|super|_)$))?(?!_$)[\p{XID_Start}_]\p{XID_Continue}*$/u,
    form: `${letters}; a reserved word is written r#word`,
    marks: ["'"],
    reserved: words(
      "_ abstract as async await become box break const continue crate do dyn else enum extern false final fn for",
      "gen if impl in let loop macro match mod move mut override priv pub ref return Self self static struct super",
      "trait true try type typeof unsafe unsized use virtual where while yield",
    ),
  },
  c,
  "objective-c": c,
  cpp,
  "objective-cpp": cpp,
  "cuda-cpp": cpp,
  java: {
    spelling: /^[\p{L}\p{Nl}\p{Sc}\p{Pc}][\p{L}\p{Nl}\p{Sc}\p{Pc}\p{Nd}\p{Mn}\p{Mc}]*$/u,
    form: `${letters}, or with $`,
    reserved: words(
      "_ abstract assert boolean break byte case catch char class const continue default do double else enum extends",
      "false final finally float for goto if implements import instanceof int interface long native new null package",
      "private protected public return short static strictfp super switch synchronized this throw throws transient",
      "true try void volatile while",
    ),
  },
  kotlin: {
    spelling: /^(?:[\p{L}_][\p{L}\p{Nd}_]*|`[^`\r\n]+`)$/u,
    form: `${letters}, or any words in backticks`,
    reserved: words(
      "as break class continue do else false for fun if in interface is null object package return super this throw",
      "true try typealias typeof val var when while",
    ),
  },
  csharp: {
    spelling: /^@?[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\p{Cf}]*$/u,
    form: `${letters}; a reserved word is written @word`,
    reserved: words(
      "abstract as base bool break byte case catch char checked class const continue decimal default delegate do",
      "double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface",
      "internal is lock long namespace new null object operator out override params private protected public readonly",
      "ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint",
      "ulong unchecked unsafe ushort using virtual void volatile while",
    ),
  },
  lua: {
    spelling: /^[A-Za-z_]\w*$/,
    form: letters,
    reserved: words(
      "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
    ),
  },
};
