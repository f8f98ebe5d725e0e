// A product's program that the operator gives: the variable that names it, and the absolute path in it.

import { resolve } from "node:path";

/** The path of the program, or undefined where the operator gives none. */
export function givenPeer(id, env) {
  const given = env[givenVariable(id)];
  return given ? resolve(given) : undefined;
}

export function givenVariable(id) {
  return `SIGHTLINE_PEER_${id.toUpperCase().replaceAll("-", "_")}`;
}
