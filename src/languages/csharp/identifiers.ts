// How names are spelt in C#, and which words it keeps for itself.

import type { NameRules } from "../names/rules.ts";
import { letters, words } from "../syntax/words.ts";

export const csharpIdentifiers: NonNullable<NameRules["identifiers"]> = {
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
};
