// How names are spelt in C and its like, and which words it keeps for itself.

import type { IdentifierRule, NameRules } from "../names/rules.ts";
import { letters, words } from "../syntax/words.ts";

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

export const cIdentifiers: NonNullable<NameRules["identifiers"]> = {
  c,
  "objective-c": c,
  cpp,
  "objective-cpp": cpp,
  "cuda-cpp": cpp,
};
