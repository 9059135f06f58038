/** Steps of a live move on the new node, and the offer of the old one to which the new one must conform. */

import type { MovedState, MoveOffer } from '@innkeeper/engine/compute/move-port';
import { EngineError } from '@innkeeper/engine/error';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { NonRetryableError, type StepContext } from '../define.ts';
import { amendsOf, listPendingSeedParts } from './access-seed.ts';
import { applyFirewallsFor } from './firewalls.ts';
import { machineSpec } from './machine-spec.ts';
import { isMoved, type ServerMove } from './moves.ts';
import { applyProtections } from './protections.ts';
import { takeMoved } from './take-moved.ts';

type Cx = StepContext<ServerMove>;

/** Reads the properties of the running machine. Fails if it does not run any more, or cannot move. */
export async function checkOffer({ engine, input }: Cx) {
  const offer = await explained(engine.compute.offer(machineIdOf(input.serverId)));
  return { ...offer };
}

/** Ends the move with a sentence if a node cannot do what it needs. The engine's message says what differs. */
async function explained<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind !== 'unsupported') throw error;
    const reason = 'The other host cannot take over the running server. Stop the server to move it.';
    throw new NonRetryableError('operator', reason, error.message, error);
  }
}

/** Prepares the machine on the new node. It runs only once the row names that node, and this node does not answer for it before. */
export async function receive(cx: Cx) {
  const { db, engine, input, memory, settings } = cx;
  const machineId = machineIdOf(input.serverId);
  const { nic, machine } = await machineSpec(db, input.serverId, settings.dnsResolvers);
  if ((await engine.compute.inspect(machineId)).power !== 'absent')
    throw new NonRetryableError(
      'operator',
      'The server could not be moved.',
      `the new node already has a machine ${machineId}: see ./innkeeper doctor there`,
    );
  await applyRules(cx);
  const seed = { ...machine.seed, startupScript: null, amends: amendsOf(await listPendingSeedParts(db, input.serverId)) };
  const card = await explained(engine.network.attach(nic, { held: true }));
  await explained(engine.compute.receive({ ...machine, seed, nic: card }, memory.check as unknown as MoveOffer));
  const { host, port } = engine.network.sshEndpoint(nic);
  return { ssh: { host, port } };
}

/** Applies firewalls and protection of the node, including those of the server that moves here. */
async function applyRules(cx: Cx): Promise<void> {
  const { db, engine, input } = cx;
  const filtered = await db
    .selectFrom('firewall_servers')
    .select('server_id')
    .where('server_id', '=', input.serverId)
    .executeTakeFirst();
  if (filtered) await applyFirewallsFor(cx, input.to, input);
  const refused = await applyProtections(cx, input.to, await engine.network.protection());
  // Addresses of other servers do not stop this one. Their alert is that of the job.
  const own = await db.selectFrom('ip_addresses').select('address').where('server_id', '=', input.serverId).execute();
  const first = refused.find(({ network }) => own.some(({ address }) => network.startsWith(`${address}/`)));
  if (first) throw new Error(`the protection of ${first.network} could not be applied: ${first.why}`);
}

/** Lets the guest run on the new node. The row already names it. */
export async function settle(cx: Cx): Promise<void> {
  await applyRules(cx);
  await takeMoved(cx.engine, machineIdOf(cx.input.serverId), await movedState(cx));
}

/** Returns what `switch` moved. A worker that died after the commit has written no result. */
async function movedState({ db, input, memory }: Cx): Promise<MovedState> {
  const known = memory.switch as { bootId?: string | null } | undefined;
  if (known?.bootId !== undefined) return { bootId: known.bootId };
  const row = await db.selectFrom('servers').select('boot_id').where('id', '=', input.serverId).executeTakeFirst();
  return { bootId: row?.boot_id ?? null };
}

/** Removes what the new node received, or settles there if the row already names it. */
export async function abandonReceived(cx: Cx): Promise<void> {
  if (await isMoved(cx)) return settle(cx);
  const { compute, network } = cx.engine;
  const machineId = machineIdOf(cx.input.serverId);
  // A machine of the same name that was there before is not resumed, and keeps its card.
  await compute.abandon(machineId, { moved: true });
  if ((await compute.inspect(machineId)).power === 'absent') await network.detach(machineId);
}
