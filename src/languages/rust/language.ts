// Rust, as one record.

import type { Language } from "../language.ts";
import { rustAccount } from "./account.ts";

export const rust: Language = {
  family: "rust",
  endings: /\.rs$/,
  indentation: "    ",
  account: rustAccount,
  reach: {
    decidedBy: ["Cargo.toml", "Cargo.lock", "build.rs", "rust-toolchain*", ".cargo/config*", "clippy.toml"],
  },
};
