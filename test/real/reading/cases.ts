// The cases of the real-server tier: a new server costs one line here and one fixture beside.

import { clangd } from "../cases/clang.ts";
import { json, yaml } from "../cases/formats.ts";
import { gopls } from "../cases/go.ts";
import { pylsp, pyright } from "../cases/python.ts";
import { rustAnalyzer } from "../cases/rust.ts";
import { bash } from "../cases/shell.ts";
import { typescriptLanguageServer, typescriptNative } from "../cases/typescript.ts";
import { css, html } from "../cases/web.ts";
import type { RealCase } from "./real-case.ts";

export const cases: readonly RealCase[] = [
  typescriptNative,
  typescriptLanguageServer,
  pyright,
  pylsp,
  gopls,
  clangd,
  rustAnalyzer,
  bash,
  yaml,
  json,
  css,
  html,
];
