import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';

/** Unfinished workflows, running or waiting, and the resources that they work on. */
export interface ActiveWorkflows {
  hasWorkflow(id: number): boolean;
  hasServer(id: number): boolean;
  hasCopy(id: number): boolean;
  hasIso(id: number): boolean;
  /** Returns whether a move still needs the file with this key, which carries the disk from node to node. */
  hasMoveFile(key: string): boolean;
}

export async function loadActiveWorkflows(db: Kysely<Database>): Promise<ActiveWorkflows> {
  const rows = await db.selectFrom('workflows').select(['id', 'input']).where('finished_at', 'is', null).execute();
  const inputs = rows.map(({ input }) => input as { serverId?: number; copyId?: number; isoId?: number; key?: string });
  const has = (name: 'serverId' | 'copyId' | 'isoId') => {
    const ids = new Set(inputs.map((input) => input[name]));
    return (id: number) => ids.has(id);
  };
  const ids = new Set(rows.map(({ id }) => id));
  const keys = new Set(inputs.map(({ key }) => key));
  return {
    hasWorkflow: (id) => ids.has(id),
    hasServer: has('serverId'),
    hasCopy: has('copyId'),
    hasIso: has('isoId'),
    hasMoveFile: (key) => keys.has(key),
  };
}
