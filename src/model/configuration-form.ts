// The forms of configuration that can be read for what they name to run, load or write.

export type ConfigurationForm = "cargo" | "cargo manifest" | "clang flags" | "clang database" | "clangd";
