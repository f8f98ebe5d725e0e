// Sends without waiting: a message that finds nobody there any more is no fault.

/** The connection ends for its own reasons. */
export async function settled(sending: Promise<unknown>): Promise<void> {
  await Promise.allSettled([sending]);
}
