// The code by which the system names a failure.

export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "EUNKNOWN";
}
