// How much memory our own process uses.

export function ownMemoryBytes(): number {
  return process.memoryUsage.rss();
}
