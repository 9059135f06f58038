/** A database that answers only while it is the turn of who has it: a worker that looks for work by itself finds it at these times alone. */
import type { Database } from '@innkeeper/db/schema';
import type { Kysely, KyselyPlugin } from 'kysely';

export interface Turn {
  db: Kysely<Database>;
  during<T>(act: () => Promise<T>): Promise<T>;
}

export function turnOf(db: Kysely<Database>): Turn {
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
