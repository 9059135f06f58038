/**
 * Makes the connections of a process read-only while the installation recovers from a restore. PostgreSQL itself then refuses every write,
 * even if a caller forgot to check.
 *
 * Each connection queries the table `recovering` before its first use. A read-only connection repeats the query before each use, and
 * becomes writable once the table is empty. All other uses need no query.
 */
import type pg from 'pg';
import type { Recovery } from '../recovery.ts';

/** Makes the session read-only while `recovering` has a row. Returns `on` or `off`. */
const FENCE = `select set_config('default_transaction_read_only', exists (select from recovering)::text, false) as recovering`;

export interface Fence {
  /** Called before the first use of a connection. */
  onConnect(client: pg.ClientBase): Promise<void>;
  /** Called before each use. Returns a promise only if the connection is read-only. */
  beforeUse(client: pg.ClientBase): Promise<void> | undefined;
}

/** Creates the fence of a connection pool. Each query also updates `recovery`. */
export function openFence(recovery: Recovery): Fence {
  const fenced = new WeakSet<pg.ClientBase>();
  const apply = async (client: pg.ClientBase): Promise<void> => {
    const { rows } = await client.query<{ recovering: string }>(FENCE);
    const isOn = rows[0]?.recovering !== 'off';
    if (isOn) fenced.add(client);
    else fenced.delete(client);
    recovery.setRecovering(isOn);
  };
  return { onConnect: apply, beforeUse: (client) => (fenced.has(client) ? apply(client) : undefined) };
}
