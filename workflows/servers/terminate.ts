/**
 * Terminates a server: removes its guest, network port and disk, then releases its capacity and addresses.
 *
 * If the workflow fails before the disk is removed, the server stays suspended, and a job retries (jobs/expire-services.ts). A server
 * without a disk has ended.
 *
 * Staff can end a server whose machine is lost. The worker of its node then checks again that the machine is absent and that the disk of the
 * machines is mounted. It removes no disk, so a disk that appears later is kept. If the check fails, the server stays as it was.
 */
import { runsElsewhere, wasRestoredSince } from '@innkeeper/db/recovery/services';
import { alertKeyOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { lockServer } from '@innkeeper/db/tables/servers';
import { findServiceEnd } from '@innkeeper/db/tables/service-ends';
import { childrenOf, findCancelRequest } from '@innkeeper/db/tables/services';
import { audit } from '@innkeeper/domain/audit';
import { leaveRenewals } from '@innkeeper/domain/endings/end-permanently';
import { addMailsDue } from '@innkeeper/domain/mail/due';
import { releaseServer } from '@innkeeper/domain/servers/release';
import { endChildren } from '@innkeeper/domain/service-types/lifecycle';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { readMachinesDirectory } from '@innkeeper/engine/compute/machines-directory';
import { doubtLoss, explainElsewhere } from '@innkeeper/model/recovery/lost-server';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, type EndContext, NonRetryableError, type StepContext } from '../define.ts';
import { machineSpec } from '../steps/machine-spec.ts';
import { observePower } from '../steps/power-ends.ts';

type Input = InputOf<'server.terminate'>;
type Cx = StepContext<Input>;

const FINAL = 'The server is already being deleted, so this cannot be cancelled.';

export const serverTerminate = defineWorkflow<Input>({
  kind: 'server.terminate',
  failureMessage: 'The server could not be deleted and is still suspended.',
  steps: [
    { name: 'power-off', run: powerOff, undo: observePower, attempts: 5, deadlineMs: minutes(2), pointOfNoReturn: FINAL },
    { name: 'detach', run: detach, undo: attachAgain, attempts: 5, deadlineMs: minutes(3), pointOfNoReturn: FINAL },
    { name: 'remove', run: remove, undo: observePower, attempts: 5, deadlineMs: minutes(10), pointOfNoReturn: FINAL },
  ],
  finish: end,
  undone: endWithoutDisk,
});

async function powerOff(cx: Cx): Promise<undefined> {
  if (cx.input.lost) return requireLost(cx);
  await cx.engine.compute.powerOff(machineIdOf(cx.input.serverId));
}

/** Throws unless the machine is absent on this node, no other node has its guest, and the disk of the machines is mounted. */
async function requireLost({ db, engine, input: { serverId } }: Cx): Promise<undefined> {
  const { power } = await engine.compute.inspect(machineIdOf(serverId));
  if (await runsElsewhere(db, serverId)) throw notEnded(explainElsewhere(serverId));
  const { created_at } = await db.selectFrom('servers').select('created_at').where('id', '=', serverId).executeTakeFirstOrThrow();
  const doubt =
    power === 'absent'
      ? doubtLoss(await readMachinesDirectory(engine.compute), await wasRestoredSince(db, created_at))
      : `The machine of server ${serverId} exists: it is ${power}.`;
  if (doubt) throw notEnded(doubt);
}

const notEnded = (why: string) => new NonRetryableError('operator', 'The server was not ended.', why);

async function detach(cx: Cx): Promise<undefined> {
  await cx.engine.network.detach(machineIdOf(cx.input.serverId));
}

async function attachAgain(cx: Cx): Promise<void> {
  const { power } = await cx.engine.compute.inspect(machineIdOf(cx.input.serverId));
  if (power === 'absent') return;
  const { nic } = await machineSpec(cx.db, cx.input.serverId, cx.settings.dnsResolvers);
  await cx.engine.network.attach(nic);
}

async function remove(cx: Cx): Promise<undefined> {
  if (cx.input.lost) return;
  await cx.engine.compute.destroy(machineIdOf(cx.input.serverId));
}

async function end(cx: EndContext<Input>): Promise<void> {
  const { serverId: id, lost } = cx.input;
  if (lost) await endRenewals(cx, id);
  const isCancelled = (await findCancelRequest(cx.db, id)) !== undefined;
  const reason = cx.input.reason ?? (isCancelled ? 'The server was cancelled.' : 'The server was not paid.');
  const isByStaff = lost === true || (await findServiceEnd(cx.db, id)) !== undefined;
  const server = await releaseServer(cx, id, { verb: 'terminate', reason });
  if (!server) return;
  await endChildren(cx, id);
  // The owner who cancelled it knows.
  if (isByStaff || !isCancelled) await addMailsDue(cx, { kind: 'services-ended', accountId: server.account_id, ids: [id] });
  await audit(cx, 'server.terminated', { kind: 'server', id });
  const key = alertKeyOf({ kind: 'server', id });
  if (lost) await resolveAlerts(cx.db, { kind: 'server_lost', key }, cx.clock.now());
}

/** Takes the server out of unpaid renewals, which the job that ends expired services does before it starts this workflow. */
async function endRenewals(cx: EndContext<Input>, id: number): Promise<void> {
  await lockServer(cx.db, id);
  const children = await childrenOf(cx.db, id);
  await leaveRenewals(cx, [id, ...children.map((child) => child.id)]);
}

/** Ends the server if its machine is gone, which `observePower` has recorded in the row. A lost server ends only if all steps succeed. */
async function endWithoutDisk(cx: EndContext<Input>): Promise<void> {
  if (cx.input.lost) return;
  const { power } = await cx.db
    .selectFrom('server_details')
    .select('power')
    .where('id', '=', cx.input.serverId)
    .executeTakeFirstOrThrow();
  if (power === 'absent') await end(cx);
}
