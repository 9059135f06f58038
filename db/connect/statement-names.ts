/**
 * Names parameterized statements, so that PostgreSQL parses and plans each once per connection. This makes our hot statements 1.1 to 1.4
 * times as fast. Kysely does not name statements, so this wrapper is placed between Kysely and `pg`.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { markConnectionError } from './connection-errors.ts';
import type { Fence } from './recovery-fence.ts';

/** Maximum number of names. Named statements live as long as their connection, so varying texts (lists of values) must not accumulate. */
const MAX_NAMES = 300;
const MAX_SEEN_ONCE = 2_000;

/** Wraps a pool of `pg` for Kysely's dialect. */
export function namingPool(pool: pg.Pool, fence?: Fence): PostgresPool {
  const nameOf = statementNames();
  // Kysely identifies a connection by its client object, so each client keeps one wrapper.
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect().catch(markConnectionError);
      const fencing = fence?.beforeUse(client);
      if (fencing) await fencing.catch((error: unknown) => discardClient(client, error));
      let wrapper = wrappers.get(client);
      if (!wrapper) {
        wrapper = naming(client, nameOf);
        wrappers.set(client, wrapper);
      }
      return wrapper;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

/** Closes a connection whose state is unknown, and throws the error. */
function discardClient(client: pg.PoolClient, error: unknown): never {
  client.release(true);
  return markConnectionError(error);
}

/**
 * Returns a function that returns the name for the text of a statement. The function returns `undefined` for a text that is used for the
 * first time, and for a new text after `MAX_NAMES` names.
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return (text) => {
    const known = names.get(text);
    if (known || names.size >= MAX_NAMES) return known;
    if (!seenOnce.has(text)) {
      if (seenOnce.size >= MAX_SEEN_ONCE) seenOnce.clear();
      seenOnce.add(text);
      return undefined;
    }
    seenOnce.delete(text);
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

function naming(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  return {
    // Kysely's type has another overload that takes a cursor. Kysely calls it only if the dialect has a cursor class.
    query: ((text: string, values: readonly unknown[]) => {
      const name = values.length > 0 ? nameOf(text) : undefined;
      return client.query({ text, values: [...values], ...(name && { name }) }).catch(markConnectionError);
    }) as unknown as PostgresPoolClient['query'],
    // `true` closes the connection after a failed rollback.
    release: (discard?: boolean) => client.release(discard),
  };
}
