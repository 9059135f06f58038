/** Sets the row of a server to the node where its guest runs, after a restore has brought back an older row. */
import { runningUnknownGuests } from '@innkeeper/db/recovery/services';
import { alertKeyOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { addressesOfNodeAlone } from '@innkeeper/db/tables/ip-addresses';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { releasePart, reserveCapacity } from '@innkeeper/db/tables/nodes';
import { sizeOf } from '@innkeeper/db/tables/plans';
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { Failure } from '@innkeeper/model/failures';
import { explainNotPlaced } from '@innkeeper/model/recovery/place-server';
import { needOf } from '@innkeeper/model/servers/capacity';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { noNode } from '../nodes/find.ts';

export interface Placed {
  server: number;
  hostname: string;
  from: string;
  to: string;
}

/**
 * Sets node and capacity of a server to the node whose worker has reported its guest. The watch of that node then takes it over. Throws
 * `not_found`, `locked`, `no_capacity`, and `wrong_state` if the guest may not run there.
 */
export async function placeServer(cx: MutatingCx, id: number, to: string): Promise<Placed> {
  const { db } = cx;
  const server = await lockServer(db, id);
  if (!server) throw new Failure('not_found', { message: `Server ${id} does not exist.` });
  const target = await db.selectFrom('nodes').select('id').where('name', '=', to).executeTakeFirst();
  if (!target) throw noNode(to);
  await refuseIfLocked(db, 'server', id);
  const { name: from } = await db.selectFrom('nodes').select('name').where('id', '=', server.node_id).executeTakeFirstOrThrow();
  const [addressOfNode] = await addressesOfNodeAlone(db, id);
  const facts = { node: from, addressOfNode, unknownGuests: await runningUnknownGuests(db, id) };
  const doubt = explainNotPlaced({ ...server, ...facts }, to);
  if (doubt !== null) throw new Failure('wrong_state', { message: doubt });
  const need = needOf(sizeOf(server));
  if (!(await reserveCapacity(db, target.id, need))) throw new Failure('no_capacity', { message: explainFull(to) });
  await releasePart(db, server.node_id, need);
  // Such an alert is about a running guest. The watch leaves `absent` alone, and compares any other state with the machine.
  await updateServer(db, id, { node_id: target.id, power: 'running' });
  await resolveAlerts(db, { kind: 'server_lost', key: alertKeyOf({ kind: 'server', id }) }, cx.clock.now());
  await audit(cx, 'placeServer', { kind: 'server', id, accountId: server.account_id }, { from, to });
  return { server: id, hostname: server.hostname, from, to };
}

const explainFull = (node: string): string =>
  `Node ${node} does not offer enough capacity for this server, although its guest runs there. Activate the node, or raise what it offers with ./innkeeper node set ${node}.`;
