/** Checks that the kernel has exactly the lists and geo filters of the database. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@innkeeper/db/schema';
import { loadDesiredProtections } from '@innkeeper/db/tables/ip-protections';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import type { Kysely } from 'kysely';

export interface ProtectionTarget {
  db: Kysely<Database>;
  network: Pick<NetworkPort, 'protection'>;
  /** Name of the node. */
  node: string;
  /** Pause in milliseconds between two checks, 3 s by default. The worker may repair a difference during the pause. */
  pauseMs?: number;
}

const NAME = 'lists and geo filters';

/** Maximum number of differences that are listed. */
const MAX_LISTED = 5;

/** Returns one finding, which lists the differences that both checks found, if any. Returns no finding for an unknown node. */
export async function checkProtection({ db, network, node, pauseMs = 3_000 }: ProtectionTarget): Promise<HostFinding[]> {
  const row = await db.selectFrom('nodes').select('id').where('name', '=', node).executeTakeFirst();
  if (!row) return [];
  const first = await differences();
  if (first.length > 0) await sleep(pauseMs);
  const lasting = first.length === 0 ? [] : (await differences()).filter((one) => first.includes(one));
  if (lasting.length === 0)
    return [{ name: NAME, ok: true, why: 'the kernel has exactly the lists and filters of this node', remedy: null }];
  const more = lasting.length > MAX_LISTED ? `, and ${lasting.length - MAX_LISTED} more` : '';
  const remedy = 'a running worker repairs this within 15 s; otherwise read ./innkeeper alert list';
  return [{ name: NAME, ok: false, why: lasting.slice(0, MAX_LISTED).join(', ') + more, remedy }];

  async function differences(): Promise<string[]> {
    const { revisions } = await network.protection();
    const desired = await loadDesiredProtections(db, row?.id);
    const networks = new Set(desired.map(({ network: one }) => one));
    return [
      ...desired.filter((one) => revisions.get(one.network) !== one.revision).map((one) => `${one.network} has no rules`),
      ...[...revisions.keys()].filter((one) => !networks.has(one)).map((one) => `${one} has rules but no list or filter`),
    ];
  }
}
