import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { IPV6_GATEWAY, addPool as insertPool } from '@innkeeper/db/seed/add-pool';
import { audit } from '@innkeeper/domain/audit';
import { refuseHostAddresses } from '@innkeeper/domain/pools/host-addresses';
import { invalid } from '@innkeeper/model/failures';
import { addressOf } from '@innkeeper/model/ip-networks';
import type { OperatorCx } from '../context.ts';
import { checkGateway, excludedOf, nodeIdOf, parsePoolNetwork, refuseOverlap } from './input.ts';
import { loadPool } from './view.ts';

const REST_HOURS = 24;

/** Adds a pool, whose addresses can be assigned at once. Throws `validation` with the field. */
export async function addPool(cx: OperatorCx, input: OperatorInput<'addPool'>): Promise<OperatorResult<'addPool'>> {
  const { pool: name, cidr, uses, rest_hours: rest = REST_HOURS } = input;
  const network = parsePoolNetwork(cidr);
  const gateway = input.gateway ?? (network.version === 6 ? IPV6_GATEWAY : addressOf(4, network.first + 1n));
  checkGateway(gateway, cidr, network);
  const excluded = excludedOf(input.excluded ?? [], cidr, network);
  const node_id = await nodeIdOf(cx.db, input.node);
  const same = await cx.db.selectFrom('ip_pools').select('cidr').where('name', '=', name).executeTakeFirst();
  if (same) throw invalid('pool', `Pool ${name} already exists, with the network ${same.cidr}.`);
  await refuseOverlap(cx.db, cidr);
  await refuseHostAddresses(cx.db, { cidr, gateway, excluded, nodeId: node_id }, 'cidr');
  const row = {
    name,
    cidr,
    gateway,
    uses,
    excluded,
    node_id,
    ddos_protected: input.protected,
    rest_seconds: Math.round(rest * 3600),
  };
  const id = await insertPool(cx.db, row).catch((error: unknown) => {
    // A concurrent command added an overlapping pool.
    throw error instanceof RangeError ? invalid('cidr', error.message) : error;
  });
  await audit(cx, 'addPool', { kind: 'ip_pool', id }, row);
  return loadPool(cx, name);
}
