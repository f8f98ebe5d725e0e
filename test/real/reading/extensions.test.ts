// What two languages add, through the built executable and their real servers.

import { describe, expect, test } from "vitest";
import { project } from "../../support/project.ts";
import { callTool, connect, eras, sightline } from "../../support/sightline.ts";
import { commandOf, hasServer } from "../installed.ts";
import { shopCrate } from "./real-case.ts";

const macros = `${shopCrate}-- src/lib.rs --
macro_rules! doubled {
    ($value:expr) => {
        $value + $value
    };
}

pub fn price(cents: i32) -> i32 {
    «^»doubled!(cents)
}
`;

const headers = `-- compile_flags.txt --
-std=c++17
-- price.h --
int price(int cents);
-- price.cpp --
#include "price.h"

int price(int cents) { return cents; }
`;

const rust = hasServer("rust-analyzer") ? eras : [];
const cpp = hasServer("clangd") ? eras : [];

describe.each(rust)("rust-analyzer, %s era", (era) => {
  test("a macro is expanded by the tool that Rust adds, and a prompt asks for it [AGL-354 AGL-355 AGL-356]", async () => {
    using made = project(macros);
    const [program = ""] = commandOf("rust-analyzer") ?? [];
    await using agent = await connect(made, era, ["mcp", "--root", made.root, "--trust", `rust:${program}`]);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toContain("rust_expand_macro");
    const { file, span } = made.fixture.cursor;
    const expanded = await callTool(agent, "rust_expand_macro", { file_path: file, ...span.start, wait_ms: 100_000 });
    expect(expanded).toMatchObject({ isError: false, standing: { state: "complete" } });
    expect(expanded.texts.join("\n")).toMatch(/^doubled! at src\/lib\.rs:8:5 .* expands to\n1\tcents \+ cents/);
    const { prompts } = await agent.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain("rust_explain_macro");
    const { messages } = await agent.client.getPrompt({
      name: "rust_explain_macro",
      arguments: { place: "src/lib.rs:8:5" },
    });
    expect(messages[0]?.content).toMatchObject({ text: expect.stringContaining('["src/lib.rs:8:5"]') });
  });
});

describe.each(cpp)("clangd, %s era", (era) => {
  test("source and header lead to each other, as a tool and as a resource [AGL-354 AGL-355 AGL-356]", async () => {
    using made = project(headers);
    const [program = ""] = commandOf("clangd") ?? [];
    await using agent = await connect(made, era, ["mcp", "--root", made.root, `cpp:${program}`]);
    const to = async (file_path: string): Promise<string> =>
      (await callTool(agent, "cpp_switch_source_header", { file_path })).texts.join("\n");
    expect(await to("price.cpp")).toMatch(/^(?:Standing: .*\n)?price\.h$/m);
    expect(await to("price.h")).toMatch(/^(?:Standing: .*\n)?price\.cpp$/m);
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain("lsp-cpp-counterpart:///{filePath}");
    const { contents } = await agent.client.readResource({ uri: "lsp-cpp-counterpart:///price.cpp" });
    expect(contents[0]).toMatchObject({ text: expect.stringMatching(/price\.h$/) });
  });
});

test.each(cpp.slice(0, 1))("the command line asks clangd by the command's own name", async () => {
  using made = project(headers);
  const [program = ""] = commandOf("clangd") ?? [];
  made.write("../servers.json", JSON.stringify({ servers: [{ language: "cpp", binary: program }] }));
  const ran = await sightline(made, ["cpp_switch_source_header", "price.cpp", "--config", "../servers.json"]);
  expect([ran.code, ran.out.trim()]).toEqual([0, "price.h"]);
});
