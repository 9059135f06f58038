/** Fixtures: floating IPs. */
import type { Database } from '@innkeeper/db/schema';
import { insertFloatingIpServices, insertFloatingIps, type NewFloatingIp } from '@innkeeper/db/tables/floating-ips';
import { assignAddresses } from '@innkeeper/db/tables/ip-addresses';
import { FLOATING_IP_KINDS, type FloatingIpKind } from '@innkeeper/model/net/floating-ips';
import type { Kysely } from 'kysely';
import { givenNode } from './given.ts';

export interface GivenFloatingIp extends Partial<NewFloatingIp> {
  accountId: number;
  /** Kind of the floating IP, `ipv4` by default. */
  kind?: FloatingIpKind;
  /** Server to which the floating IP is attached, if any. */
  serverId?: number;
}

/** Inserts a floating IP that is active and paid for 30 days. Returns its id. */
export async function givenFloatingIp(
  db: Kysely<Database>,
  { accountId, kind = 'ipv4', serverId, ...fields }: GivenFloatingIp,
): Promise<number> {
  await givenNode(db);
  const now = new Date();
  const inThirtyDays = new Date(now.getTime() + 30 * 86_400_000);
  return db.transaction().execute(async (trx) => {
    const [id] = (await insertFloatingIpServices(trx, [
      {
        key: `floating-${kind}`,
        account_id: accountId,
        status: 'active',
        billing_cycle: 1,
        renew_price: 200n,
        activated_at: now,
        billing_anchor: inThirtyDays,
        expiry_at: inThirtyDays,
        ...fields,
      },
    ])) as [number];
    const { version, ddosProtected } = FLOATING_IP_KINDS[kind];
    const what = { version, ddosProtected, use: 'floating', accountId, nodeId: null, now } as const;
    const taken = await assignAddresses(trx, { ...what, serverIds: [serverId ?? null], floatingIpIds: [id] });
    await insertFloatingIps(trx, taken, { attachTo: null });
    return id;
  });
}
