// How grave a message is, in the words of the protocols.

export const logLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
export type LogLevel = (typeof logLevels)[number];
