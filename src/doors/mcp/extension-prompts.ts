// Prompts: those that the extensions of languages add, and whatever else is offered beside them.

import type { Server } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { ExtensionPrompt } from "../../operations/extensions/define-extension.ts";
import type { Registry } from "../../operations/registry.ts";

/** Those that ask for nothing which this client cannot call. */
export function offeredPrompts({ prompts }: Registry, exposed: ReadonlySet<string>): readonly ExtensionPrompt[] {
  return prompts.filter(({ calls }) => calls.every((name) => exposed.has(name)));
}

export function servePrompts(server: Server, offered: () => Promise<readonly ExtensionPrompt[]>): void {
  server.setRequestHandler("prompts/list", async () => ({
    prompts: (await offered()).map(({ name, title, description, arguments: taken }) => {
      return { name, title, description, arguments: taken.map((one) => ({ ...one })) };
    }),
  }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const prompts = await offered();
    const prompt = prompts.find(({ name }) => name === params.name);
    if (prompt === undefined) {
      const names = prompts.map(({ name }) => name).join(", ");
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such prompt. There are: ${names}.`);
    }
    const given = params.arguments ?? {};
    const missing = prompt.arguments.filter(({ name, required }) => required && !Object.hasOwn(given, name));
    if (missing.length > 0) {
      const names = missing.map(({ name }) => name).join(", ");
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${prompt.name} needs ${names}.`);
    }
    const text = prompt.text(given);
    return {
      description: prompt.description,
      messages: [{ role: "user" as const, content: { type: "text" as const, text } }],
    };
  });
}
