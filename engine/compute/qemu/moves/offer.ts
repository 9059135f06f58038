/** Reads what the destination of a move needs to know about a running machine. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../../../error.ts';
import type { MoveOffer } from '../../move-port.ts';
import type { MachineDirectory } from '../directory.ts';
import { virtualBytes } from '../disk.ts';
import type { Machines } from '../machines.ts';
import { isRunningStatus } from '../watch.ts';

/** Reads the offer. The caller must hold the machine's mutex. */
export async function readOffer(machines: Machines, directory: MachineDirectory): Promise<MoveOffer> {
  const { machineId } = directory;
  const machine = await directory.requireMachine();
  const record = await machines.requireRunning(directory);
  const refuse = (why: string) => new EngineError('unsupported', `${machineId} ${why}`, { retryable: false });
  if (record.rescue === true) throw refuse('runs the rescue system');
  if (Object.values(machine.drives).some((medium) => medium !== null)) throw refuse('has an ISO in a drive');
  if (record.cpuDigest === undefined) throw refuse('was started by an earlier release. It can move after its next start');
  const { type, status } = await machines.ask(directory, async (qmp) => ({
    type: await qmp.command('qom-get', { path: '/machine', property: 'type' }),
    status: await qmp.command('query-status'),
  }));
  if (!isRunningStatus(status)) throw new EngineError('guest', `${machineId} is paused`, { retryable: false });
  return {
    // The type is a class of QEMU's objects, such as `pc-i440fx-10.0-machine`.
    machineType: String(type).replace(/-machine$/, ''),
    cpuDigest: record.cpuDigest,
    diskBytes: await virtualBytes(join(directory.vm, machine.disk), 'qcow2', 'the disk', true),
    seedBytes: (await stat(join(directory.vm, machine.seed))).size,
    readyPort: record.readyPort === true,
    networkCard: machine.spec.nic.plug.kind !== 'none',
    linkUp: machine.linkUp,
  };
}
