// The families of languages: languages that are read by the same rules.

export type Family = "script" | "python" | "go" | "rust" | "java" | "csharp" | "c" | "other";
