// How names are spelt in Java and Kotlin, and which words it keeps for itself.

import type { NameRules } from "../names/rules.ts";
import { letters, words } from "../syntax/words.ts";

export const javaIdentifiers: NonNullable<NameRules["identifiers"]> = {
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
};
