// Numeric error codes of the wire, by name.

/** Spec: LSP 3.18 "ErrorCodes" and JSON-RPC 2.0. */
export const errorCodes = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  serverNotInitialized: -32002,
  requestCancelled: -32800,
  contentModified: -32801,
  serverCancelled: -32802,
  requestFailed: -32803,
} as const;

/** The server gave up because something moved under it: asking again is right. */
export function isTransient(code: number): boolean {
  return code === errorCodes.contentModified || code === errorCodes.serverCancelled;
}
