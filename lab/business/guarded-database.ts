/** Lets a worker query the database only in the worker's turn. The worker polls on its own timer, and must not find work at other times. */
import type { Database } from '@innkeeper/db/schema';
import type { Kysely, KyselyPlugin } from 'kysely';

export interface GuardedDatabase {
  db: Kysely<Database>;
  /** Allows queries while `act` runs. */
  during<T>(act: () => Promise<T>): Promise<T>;
}

/** Wraps a database so that queries throw unless `during` runs. */
export function guardDatabase(db: Kysely<Database>): GuardedDatabase {
  let open = false;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (!open) throw new Error('it is not the turn of the worker');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: db.withPlugin(plugin),
    async during(act) {
      open = true;
      try {
        return await act();
      } finally {
        open = false;
      }
    },
  };
}
