import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';

/** The workflows that have not ended, running or waiting: what they have begun belongs to them. */
export interface UnderWay {
  hasWorkflow(id: number): boolean;
  hasServer(id: number): boolean;
  hasCopy(id: number): boolean;
  hasIso(id: number): boolean;
}

export async function underWay(db: Kysely<Database>): Promise<UnderWay> {
  const rows = await db.selectFrom('workflows').select(['id', 'input']).where('finished_at', 'is', null).execute();
  const inputs = rows.map(({ input }) => input as { serverId?: number; copyId?: number; isoId?: number });
  const has = (name: 'serverId' | 'copyId' | 'isoId') => {
    const ids = new Set(inputs.map((input) => input[name]));
    return (id: number) => ids.has(id);
  };
  const ids = new Set(rows.map(({ id }) => id));
  return {
    hasWorkflow: (id) => ids.has(id),
    hasServer: has('serverId'),
    hasCopy: has('copyId'),
    hasIso: has('isoId'),
  };
}
