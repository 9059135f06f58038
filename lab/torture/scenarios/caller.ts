/** Calls a use case like a request: in one transaction, for an account. */
import { openLoaders } from '@innkeeper/domain/access/loaders';
import type { MutatingRequestCx } from '@innkeeper/domain/context';
import { systemClock } from '@innkeeper/model/time/clock';
import { labSettings } from '../../settings.ts';
import type { TortureLab } from '../lab.ts';

/** VAT in basis points of accounts without a country. */
const TAX_RATE = 2_000;

export function asCaller<T>(lab: TortureLab, accountId: number, act: (cx: MutatingRequestCx) => Promise<T>): Promise<T> {
  return lab.db.transaction().execute(async (db) =>
    act({
      db,
      load: openLoaders(db),
      url: { path: 'https://api.example.com/v1/torture', query: {} },
      clock: systemClock,
      settings: labSettings,
      actor: { kind: 'token', id: 1, accountId, userId: await ownerOf(db, accountId), role: 'owner', taxRate: TAX_RATE },
      requestId: 'torture',
    }),
  );
}

async function ownerOf(db: MutatingRequestCx['db'], accountId: number): Promise<number> {
  const owner = db.selectFrom('memberships').select('user_id').where('account_id', '=', accountId).where('role', '=', 'owner');
  return (await owner.executeTakeFirstOrThrow()).user_id;
}

/** Returns the ids of the queued workflows of some servers, or of resources of another kind. */
export async function queuedFor(lab: TortureLab, ids: readonly number[], kind = 'server'): Promise<number[]> {
  const rows = await lab.db
    .selectFrom('workflows')
    .select('id')
    .where('resource_kind', '=', kind)
    .where('resource_id', 'in', [...ids])
    .where('state', '=', 'queued')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}
