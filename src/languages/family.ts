// The families of languages: languages whose files use each other's names, and that one record describes.

export type Family = "script" | "python" | "go" | "rust" | "java" | "csharp" | "c" | "other";
