import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { ownerEmail } from '@innkeeper/db/tables/accounts';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Lists servers, oldest first. Includes terminated servers only if requested. */
export async function listAllServers(
  cx: OperatorCx,
  input: OperatorInput<'listAllServers'>,
): Promise<OperatorResult<'listAllServers'>> {
  const { account, node, status, stuck, search } = input;
  let query = serversQuery(cx);
  query = status === undefined ? query.where('s.status', '<>', 'terminated') : query.where('s.status', '=', status);
  if (account !== undefined) query = query.where('s.account_id', '=', await accountIdOf(cx.db, account));
  if (node !== undefined) query = query.where('n.name', '=', node);
  if (stuck) query = query.where((eb) => eb.or([eb('w.state', '=', 'stuck'), eb('l.deadline_at', '<', cx.clock.now())]));
  if (search !== undefined) {
    const address = sql<boolean>`exists (select from ip_addresses i where i.server_id = s.id and host(i.address) = ${search})`;
    query = query.where((eb) => eb.or([sql<boolean>`strpos(lower(s.hostname), ${search.toLowerCase()}) > 0`, address]));
  }
  return listPage(query, input, ({ workflow, reason, locked_at, deadline_at, state, ...server }) => ({
    ...server,
    lock: reason && locked_at && deadline_at && workflow && state ? { reason, locked_at, deadline_at, workflow, state } : null,
  }));
}

function serversQuery({ db }: OperatorCx) {
  return db
    .selectFrom('servers as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .innerJoin('nodes as n', 'n.id', 's.node_id')
    .leftJoin('locks as l', (join) => join.on('l.kind', '=', 'server').onRef('l.resource_id', '=', 's.id'))
    .leftJoin('workflows as w', 'w.id', 'l.workflow_id')
    .select(['s.id', 's.hostname', 's.account_id as account', 's.status', 's.power', 'p.key as plan', 'n.name as node'])
    .select(ownerEmail('s.account_id').as('email'))
    .select((eb) =>
      eb
        .selectFrom('ip_addresses as i')
        .select(sql<string>`host(i.address)`.as('address'))
        .whereRef('i.server_id', '=', 's.id')
        .where('i.main', '=', true)
        .orderBy('i.id')
        .limit(1)
        .as('address'),
    )
    .select(['l.workflow_id as workflow', 'l.reason', 'l.locked_at', 'l.deadline_at', 'w.state'])
    .orderBy('s.id');
}
