/**
 * Terminates a server: removes its guest, network port and disk, then releases its capacity and addresses.
 *
 * If the workflow fails before the disk is removed, the server stays suspended, and a job retries (jobs/expire-services.ts). A server
 * without a disk has ended.
 */
import { audit } from '@innkeeper/domain/audit';
import { releaseServer } from '@innkeeper/domain/servers/release';
import { endChildren } from '@innkeeper/domain/services/lifecycle';
import { minutes } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { defineWorkflow, type EndContext, type StepContext } from '../define.ts';
import { machineSpec } from '../steps/machine-spec.ts';
import { type OnServer, observePower } from '../steps/power-ends.ts';

type Cx = StepContext<OnServer>;

const FINAL = 'The server is already being deleted, so this cannot be cancelled.';

export const serverTerminate = defineWorkflow<OnServer>({
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
  await cx.engine.compute.powerOff(machineIdOf(cx.input.serverId));
}

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
  await cx.engine.compute.destroy(machineIdOf(cx.input.serverId));
}

async function end(cx: EndContext<OnServer>): Promise<void> {
  const { serverId: id } = cx.input;
  if (!(await releaseServer(cx, id, { verb: 'terminate', reason: 'The server was cancelled.' }))) return;
  await endChildren(cx, id);
  await audit(cx, 'server.terminated', { kind: 'server', id });
}

/** Ends the server if its machine is gone, which `observePower` has recorded in the row. */
async function endWithoutDisk(cx: EndContext<OnServer>): Promise<void> {
  const { power } = await cx.db
    .selectFrom('server_details')
    .select('power')
    .where('id', '=', cx.input.serverId)
    .executeTakeFirstOrThrow();
  if (power === 'absent') await end(cx);
}
