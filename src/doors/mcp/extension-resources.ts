// Resources that the extensions of languages add, read by their operations.

import type { ReadResourceResult, ResourceTemplateType } from "@modelcontextprotocol/server";
import { refuse } from "../../model/refusal.ts";
import type { ExtensionResource } from "../../operations/extensions/define-extension.ts";
import type { Registry } from "../../operations/registry.ts";
import type { OwnAddress } from "./resource-uri.ts";
import { parseOwn } from "./resource-uri.ts";
import type { Reading } from "./resources.ts";
import { position, readThrough } from "./resources.ts";

export interface ExtensionReading extends OwnAddress {
  readonly resource: ExtensionResource;
}

export function templateOf({ name, title, description, about }: ExtensionResource): ResourceTemplateType {
  const uriTemplate = `lsp-${name}:///{filePath}${about === "place" ? position : ""}`;
  return { uriTemplate, name, title, description, mimeType: "text/plain" };
}

/** Undefined where the address is that of no extension's resource. */
export function extensionReading({ resources }: Registry, uri: string): ExtensionReading | undefined {
  for (const resource of resources) {
    const own = parseOwn(uri, resource.name, resource.about);
    if (own !== undefined) return { ...own, resource };
  }
  return undefined;
}

export function readExtension(reading: Reading, uri: string, own: ExtensionReading): Promise<ReadResourceResult> {
  return readThrough(reading, uri, own.paths, own.resource.operation, own.input);
}

/** The file with whose problems a resource changes; undefined for none of an extension's, refused for one that cannot be watched. */
export function watchedFile(registry: Registry, uri: string): readonly string[] | undefined {
  const own = extensionReading(registry, uri);
  if (own === undefined || registry.subscriptions.has(own.resource.name)) return own?.paths;
  return refuse({
    code: "bad_input",
    what: "This resource does not support subscriptions.",
    next: "Read it again when you need it.",
  });
}
