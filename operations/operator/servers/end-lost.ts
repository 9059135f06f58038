/**
 * Ends a server whose machine is lost, and releases its capacity and addresses.
 *
 * The workflow removes no disk: a disk that appears later is kept, and the doctor lists it. No money moves.
 */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { runsElsewhere, wasRestoredSince } from '@innkeeper/db/recovery/services';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { lockServer } from '@innkeeper/db/tables/servers';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { Failure } from '@innkeeper/model/failures';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { explainNotLost, type MachinesDirectory } from '@innkeeper/model/recovery/lost-server';
import type { OperatorCx } from '../context.ts';
import type { MachineStates } from './show.ts';

/** Machines of the host of the command. */
export interface HostMachines {
  /** Name of the host's node. */
  node: string;
  machines: MachineStates;
  directory: MachinesDirectory;
}

/**
 * Starts the end of a lost server if `yes` is set, and returns where its machine is missing. Throws `not_found`, `locked`, and `wrong_state`
 * if the machine may exist.
 */
export async function endLostServer(
  cx: OperatorCx,
  id: number,
  { reason, yes, host }: { reason: string; yes: boolean; host: HostMachines },
): Promise<NonNullable<OperatorReply<'repairServer'>['lost']>> {
  const { db } = cx;
  const server = await lockServer(db, id);
  if (!server) throw new Failure('not_found', { message: `Server ${id} does not exist.` });
  await refuseIfLocked(db, 'server', id);
  const { name: node, seen_at: seenAt } = await db
    .selectFrom('nodes')
    .select(['name', 'seen_at'])
    .where('id', '=', server.node_id)
    .executeTakeFirstOrThrow();
  const here = node === host.node ? { machine: host.machines(machineIdOf(id)) ?? 'absent', directory: host.directory } : null;
  const facts = { wasRestored: await wasRestoredSince(db, server.created_at), runsElsewhere: await runsElsewhere(db, id) };
  const doubt = explainNotLost({ ...server, ...facts, node, seenAt, here }, cx.clock.now());
  if (doubt !== null) throw new Failure('wrong_state', { message: doubt });
  const place = { node, directory: here?.directory.path ?? null, file_system: here?.directory.fileSystem ?? null };
  if (!yes) return { ...place, workflow: null };
  const options = { action: 'repairServer', details: { reason, ...place } };
  return { ...place, workflow: await startWorkflow(cx, 'server.terminate', server, { lost: true, reason }, options) };
}
