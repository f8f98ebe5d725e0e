// Sends without waiting: a closed receiver is not a fault.

/** The connection ends for its own reasons. */
export async function settled(sending: Promise<unknown>): Promise<void> {
  await Promise.allSettled([sending]);
}
