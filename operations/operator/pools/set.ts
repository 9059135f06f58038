import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { IpPool } from '@innkeeper/db/schema';
import { lockPool } from '@innkeeper/db/tables/ip-pools';
import { audit } from '@innkeeper/domain/audit';
import { refuseHostAddresses } from '@innkeeper/domain/pools/host-addresses';
import { invalid } from '@innkeeper/model/failures';
import { type IpNetwork, parseNetwork } from '@innkeeper/model/ip-networks';
import { namedFields } from '@innkeeper/model/named-fields';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';
import { excludedOf, nodeIdOf } from './input.ts';
import { loadPool, noPool } from './view.ts';

/**
 * Changes the later use of a pool, and its rest period also for addresses that are already resting. Throws `not_found`, and `validation`
 * with the field.
 */
export async function setPool(cx: OperatorCx, input: OperatorInput<'setPool'>): Promise<OperatorResult<'setPool'>> {
  const { pool: name, uses, excluded, rest_hours: rest, node } = input;
  const found = await cx.db.selectFrom('ip_pools').select('id').where('name', '=', name).executeTakeFirst();
  const pool = found && (await lockPool(cx.db, found.id));
  if (!pool) throw noPool(name);
  const fields = namedFields({
    uses,
    excluded: excluded && excludedOf(excluded, pool.cidr, parseNetwork(pool.cidr) as IpNetwork),
    rest_seconds: rest === undefined ? undefined : Math.round(rest * 3600),
    node_id: node === undefined ? undefined : await nodeIdOf(cx.db, node),
  });
  if (fields.node_id) await refuseUseOnOtherNodes(cx, pool, fields.node_id);
  if (fields.excluded || 'node_id' in fields) {
    const given = { cidr: pool.cidr, gateway: pool.gateway, excluded: fields.excluded ?? pool.excluded };
    const nodeId = fields.node_id === undefined ? pool.node_id : fields.node_id;
    await refuseHostAddresses(cx.db, { ...given, nodeId }, fields.excluded ? 'excluded' : 'node');
  }
  await cx.db.updateTable('ip_pools').set(fields).where('id', '=', pool.id).execute();
  if (fields.excluded) await exclude(cx, pool.id);
  if (fields.rest_seconds !== undefined) await recalculateRestPeriods(cx, pool.id);
  await audit(cx, 'setPool', { kind: 'ip_pool', id: pool.id }, { name, ...fields });
  return loadPool(cx, name);
}

/** Throws `validation` if servers on other nodes use the pool, because the pool of a single node is routed only there. */
async function refuseUseOnOtherNodes({ db }: OperatorCx, pool: IpPool, nodeId: number): Promise<void> {
  const elsewhere = await db
    .selectFrom('ip_addresses as a')
    .innerJoin('servers as s', 's.id', 'a.server_id')
    .select('a.address')
    .where('a.pool_id', '=', pool.id)
    .where('s.node_id', '!=', nodeId)
    .executeTakeFirst();
  if (elsewhere) throw invalid('node', `Servers on other nodes use addresses of this pool, for example ${elsewhere.address}.`);
}

async function exclude({ db }: OperatorCx, poolId: number): Promise<void> {
  await sql`
    update ip_addresses a set excluded = not a.excluded from ip_pools p
    where p.id = ${poolId} and a.pool_id = p.id and a.excluded
      <> (a.fenced_at is not null
        or exists (select from unnest(p.excluded) as one where one && held_network(a.address, a.version, a.prefix)))`.execute(db);
}

async function recalculateRestPeriods({ db }: OperatorCx, poolId: number): Promise<void> {
  await sql`
    update ip_addresses a set rests_until = a.freed_at + make_interval(secs => p.rest_seconds) from ip_pools p
    where p.id = ${poolId} and a.pool_id = p.id and a.account_id is null and a.freed_at is not null`.execute(db);
}
