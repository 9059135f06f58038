/** Addresses that the kernel counts for and blocks floods of: whether they are those of the rows, and no others. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@innkeeper/db/schema';
import { guardedAddresses } from '@innkeeper/db/tables/guarded-addresses';
import type { HostFinding } from '@innkeeper/engine/host/doctor';
import { guardedNetworkOf } from '@innkeeper/engine/network/guard/networks';
import type { GuardPort } from '@innkeeper/engine/network/guard/port';
import type { Kysely } from 'kysely';

export interface GuardTarget {
  db: Kysely<Database>;
  guard: Pick<GuardPort, 'unsupported' | 'guardedNetworks'>;
  /** Its name. */
  node: string;
  /** Between two looks, in which its worker may have made what is missing; default: 6 s, since it reads the rows each 5 s. */
  pauseMs?: number;
}

const NAME = 'protection against floods';

/** What is told of at most. */
const MOST = 5;

export async function checkGuard({ db, guard, node, pauseMs = 6_000 }: GuardTarget): Promise<HostFinding[]> {
  const row = await db.selectFrom('nodes').select('id').where('name', '=', node).executeTakeFirst();
  if (!row || guard.unsupported !== null) return [];
  const first = await differences(row.id);
  if (first.length > 0) await sleep(pauseMs);
  const lasting = first.length === 0 ? [] : (await differences(row.id)).filter((one) => first.includes(one));
  if (lasting.length === 0)
    return [{ name: NAME, ok: true, why: 'the kernel protects exactly the addresses of this node', remedy: null }];
  const more = lasting.length > MOST ? `, and ${lasting.length - MOST} more` : '';
  const remedy = 'a running worker repairs this within 15 s; otherwise read its log';
  return [{ name: NAME, ok: false, why: lasting.slice(0, MOST).join(', ') + more, remedy }];

  async function differences(nodeId: number): Promise<string[]> {
    const there = new Map((await guard.guardedNetworks()).map((one) => [one.network, one.protected]));
    const wanted = new Map((await guardedAddresses(db, nodeId)).map((one) => [guardedNetworkOf(one), one.ddos_protected]));
    return [
      ...[...wanted].flatMap(([network, isProtected]) => {
        const now = there.get(network);
        if (now === undefined) return [`packets to ${network} are not counted`];
        if (now === isProtected) return [];
        return [isProtected ? `${network} lacks its protection` : `sources are blocked for ${network}, which has no protection`];
      }),
      ...[...there.keys()].filter((one) => !wanted.has(one)).map((one) => `packets to ${one} are counted without need`),
    ];
  }
}
