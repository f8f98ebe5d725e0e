// What a server says of its own accord, as it came, for those who record it.

import type { FilePath } from "../file-path.ts";

export interface HeardNotification {
  /** The id of the server's catalogue entry. */
  readonly server: string;
  /** The version that the server states of itself; undefined also before its handshake is over. */
  readonly version: string | undefined;
  /** The root of the session. */
  readonly root: FilePath;
  readonly method: string;
  readonly params: unknown;
}
