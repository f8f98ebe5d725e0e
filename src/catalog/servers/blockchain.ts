// Servers for languages of smart contracts.

import type { ServerEntry } from "../entry.ts";
import { command, configIsProgram, inOrder, listed, nearestWith } from "../forms.ts";

const solidityRoots = inOrder(["foundry.toml", "hardhat.config.{js,ts}", "truffle-config.js"], ["remappings.txt"]);

export const solidity = listed(
  ["nomicfoundation-solidity-language-server", "Solidity (Nomic Foundation)"],
  command("nomicfoundation-solidity-language-server", "--stdio"),
  solidityRoots,
  "npm i -g @nomicfoundation/solidity-language-server",
  {
    restricted: configIsProgram,
    quirks: { notes: ["0.8.4: tells of each indexed file by custom/file-indexed, and not when it is done."] },
  },
);

export const solc = listed(["solc", "solc"], command("solc", "--lsp"), solidityRoots, {
  any: "download a release of github.com/ethereum/solidity",
  macos: "brew install solidity",
});

export const vscodeSolidity = listed(
  ["vscode-solidity-server", "Solidity (VS Code)"],
  command("vscode-solidity-server", "--stdio"),
  solidityRoots,
  "npm i -g vscode-solidity-server",
  { restricted: configIsProgram },
);

export const moveAnalyzer = listed(
  ["move-analyzer", "move-analyzer"],
  command("move-analyzer"),
  nearestWith("Move.toml"),
  "cargo install --git https://github.com/move-language/move move-analyzer",
);

export const cairo = listed(
  ["cairo-language-server", "Cairo"],
  command("scarb", "cairo-language-server"),
  nearestWith("Scarb.toml"),
  "install Scarb",
);

export const sway = listed(
  ["forc", "Sway"],
  command("forc", "lsp"),
  nearestWith("Forc.toml"),
  "install the Fuel toolchain",
);

export const clarity = listed(["clarinet", "Clarity"], command("clarinet", "lsp"), nearestWith("Clarinet.toml"), {
  any: "download a release of github.com/hirosystems/clarinet",
  macos: "brew install clarinet",
});

export const blockchainServers: readonly ServerEntry[] = [
  solidity,
  solc,
  vscodeSolidity,
  moveAnalyzer,
  cairo,
  sway,
  clarity,
];
