// How a request can fail on the wire, each cause its own class.

/** The other side answered with an error object. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** The reply was no proper response: neither or both of result and error, or an unreadable body. */
export class MalformedReply extends Error {
  override readonly name = "MalformedReply";
}

/** The stream ended, or was closed, while the request was waiting. */
export class ConnectionClosed extends Error {
  override readonly name = "ConnectionClosed";
}

/** The other side does not read and the queue is full. */
export class WriteRefused extends Error {
  override readonly name = "WriteRefused";
}

export class RequestTimedOut extends Error {
  override readonly name = "RequestTimedOut";
  readonly method: string;
  readonly ms: number;
  constructor(method: string, ms: number) {
    super(`${method} was not answered within ${ms} ms`);
    this.method = method;
    this.ms = ms;
  }
}

/** Spec: JSON-RPC 2.0 §5.1. */
export const parseError = -32700;
export const invalidRequest = -32600;
export const methodNotFound = -32601;
export const internalError = -32603;
