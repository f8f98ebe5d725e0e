// What each operation that a script can ask answers, as a type in a line: read off the types of the operation table by the
// compiler, so that what models are told of an answer is what the code says of it.

import { join } from "node:path";
import type { Checker, Symbol as TypeSymbol, Type } from "typescript/unstable/sync";
import { API } from "typescript/unstable/sync";
import { operations } from "../src/operations/table.ts";
import { namedTypes, scriptMethods } from "../src/operations/script/methods.ts";

export const resultTypesFile = "src/operations/script/result-types.ts";

/** The generated file. */
export function resultTypesText(root: string): string {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [join(root, "tsconfig.build.json")] }).getProjects()[0];
    if (project === undefined) throw new Error("the compiler opened no project");
    const file = join(root, "src/operations/table.ts");
    const at = project.program.getSourceFile(file)?.text.indexOf("operationTable") ?? -1;
    const table = project.checker.getTypeOfSymbol(
      found(project.checker.getSymbolAtPosition(file, at), "operationTable"),
    );
    return textOf(new Answers(project.checker).of(found(table, "its type")));
  } finally {
    api.close();
  }
}

// — below: private, in the order they are used —

function textOf(types: ReadonlyMap<string, string>): string {
  const asked = new Set(scriptMethods(operations).map(({ operation }) => operation.name));
  const lines = [...types].filter(([name]) => asked.has(name)).map(([name, type]) => `${name}: ${shortened(type)}`);
  return `// What each operation that a script can ask answers, as a type in a line. Written by tools/gen.ts from the operation table.

const lines = \`
${lines.join("\n")}
\`;

/** By the name of the operation. */
export const resultTypes: ReadonlyMap<string, string> = new Map(
  lines
    .trim()
    .split("\\n")
    .map((line): [string, string] => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), line.slice(at + 2)];
    }),
);
`;
}

function shortened(type: string): string {
  const short = Object.entries(namedTypes).reduce((text, [name, one]) => text.replaceAll(one, name), type);
  // It stands between backticks.
  return short.replaceAll(/[\\`$]/g, String.raw`\$&`);
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the compiler knows nothing of ${what}`);
  return value;
}

/** Objects in objects so deep are only called that. */
const deepest = 5;
/** Of the several targets of one call, which a script asks about one by one. */
const ofMany = "TargetedJson";
const isOptional = 2 ** 24;

class Answers {
  readonly #checker: Checker;
  /** The types around the one that is spelled: one that holds itself ends there. */
  readonly #around: number[] = [];

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** By the name of the operation. */
  of(table: Type): ReadonlyMap<string, string> {
    if (!table.isTypeReference()) throw new Error("the operation table is no list of a known length");
    return new Map(
      this.#checker.getTypeArguments(table).map((operation) => {
        const name = this.#property(operation, "name");
        const [toJson] = this.#checker.getSignaturesOfType(this.#property(operation, "toJson"), 0);
        const answer = this.#checker.getReturnTypeOfSignature(found(toJson, "toJson"));
        return [name.isStringLiteralType() ? name.value : "", this.#spelled(found(answer, "an answer"))];
      }),
    );
  }

  #property(type: Type, name: string): Type {
    const symbol = found(this.#checker.getPropertyOfType(type, name), name);
    return found(this.#checker.getTypeOfSymbol(symbol), name);
  }

  #spelled(type: Type): string {
    if (type.isUnionType()) return this.#union(type.getTypes());
    if (type.isTypeReference() && this.#checker.isArrayType(type)) {
      const [item] = this.#checker.getTypeArguments(type);
      const spelled = this.#spelled(found(item, "an item"));
      return / [|&] /.test(spelled) && !spelled.startsWith("{") ? `(${spelled})[]` : `${spelled}[]`;
    }
    // A path is a text with a mark that only the compiler sees.
    const parts = type.isIntersectionType() ? type.getTypes() : [];
    const plain = parts.map((part) => this.#checker.typeToString(part)).find((one) => one === "string");
    if (plain !== undefined) return plain;
    if (!type.isObjectType() && !type.isIntersectionType()) return this.#named(type);
    if (this.#around.includes(type.id) || this.#around.length >= deepest) return "object";
    this.#around.push(type.id);
    try {
      return this.#object(type);
    } finally {
      this.#around.pop();
    }
  }

  #union(types: readonly Type[]): string {
    const meant = types.filter((type) => !this.#isOfMany(type) && this.#checker.typeToString(type) !== "undefined");
    const spelled = new Set(meant.map((type) => this.#spelled(type)));
    if (spelled.delete("false") && spelled.delete("true")) spelled.add("boolean");
    return [...spelled].join(" | ");
  }

  #isOfMany(type: Type): boolean {
    if (!type.isTypeReference() || !this.#checker.isArrayType(type)) return false;
    const [item] = this.#checker.getTypeArguments(type);
    return item?.getSymbol()?.name === ofMany;
  }

  #object(type: Type): string {
    const indexes = this.#checker
      .getIndexInfosOfType(type)
      .map(({ valueType }) => `[key: string]: ${this.#spelled(valueType)}`);
    const own = this.#checker.getPropertiesOfType(type).filter(({ name }) => !name.startsWith("__@"));
    const members = [...indexes, ...own.map((symbol) => this.#member(symbol))];
    return members.length === 0 ? this.#named(type) : `{ ${members.join("; ")} }`;
  }

  #member(symbol: TypeSymbol): string {
    const mark = (symbol.flags & isOptional) === 0 ? "" : "?";
    return `${symbol.name}${mark}: ${this.#spelled(found(this.#checker.getTypeOfSymbol(symbol), symbol.name))}`;
  }

  #named(type: Type): string {
    const name = this.#checker.typeToString(type);
    return name === "{}" ? "object" : name;
  }
}
