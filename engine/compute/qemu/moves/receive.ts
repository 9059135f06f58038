/** The destination of a move: a machine that waits, is started by `take`, or is removed. */
import { stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../../../error.ts';
import type { MovedState, MoveOffer } from '../../move-port.ts';
import type { MachineSpec } from '../../port.ts';
import type { MachineDirectory, MachineRecord } from '../directory.ts';
import { makeEmptyDisk } from '../disk.ts';
import { RUN } from '../file-access.ts';
import { endGuest, startGuest } from '../guest.ts';
import type { Machines } from '../machines.ts';
import type { Power } from '../power.ts';
import { isRecord, type Qmp } from '../qmp.ts';
import { writeSeed } from '../seed.ts';
import { isHaltedStatus } from '../watch.ts';
import { DESTINATION_CAPABILITIES, EXPORT, SOCKETS, setCapabilities, until } from './monitor.ts';

const MACHINE_TYPE = /^[a-z0-9][a-z0-9.-]{0,63}$/;

/** Creates the machine and starts its QEMU, which then listens for disk and memory. The caller must hold the machine's mutex. */
export async function receive(
  { machines, power }: { machines: Machines; power: Power },
  directory: MachineDirectory,
  spec: MachineSpec,
  offer: MoveOffer,
): Promise<void> {
  const found = await directory.readMachine();
  if (found !== null && found.incoming !== true)
    throw new EngineError('guest', `${spec.machineId} is already on this node`, { retryable: false });
  explainRefusal(spec, offer);
  if (found !== null) await removeIncoming(machines, directory);
  try {
    const machine = await createIncoming(machines, directory, spec, offer);
    const record = await startGuest(machines.host, directory, machine, power.accelerator, offer);
    if (record.cpuDigest !== offer.cpuDigest) throw refusal(`${spec.machineId} cannot run on the CPU of this node`);
    await machines.ask(directory, listen);
  } catch (error) {
    await removeIncoming(machines, directory);
    throw error;
  }
}

function explainRefusal({ machineId, nic, media }: MachineSpec, offer: MoveOffer): void {
  if (!MACHINE_TYPE.test(offer.machineType)) throw refusal(`the machine type of ${machineId} is not known`);
  if ((nic.plug.kind !== 'none') !== offer.networkCard) throw refusal(`${machineId} needs the same network card on this node`);
  if (media.primary !== null || media.secondary !== null) throw refusal(`${machineId} has an ISO in a drive`);
}

async function createIncoming(
  machines: Machines,
  directory: MachineDirectory,
  spec: MachineSpec,
  { diskBytes, seedBytes, linkUp }: MoveOffer,
): Promise<MachineRecord> {
  const draft = await directory.draft();
  const disk = await makeEmptyDisk(draft, diskBytes);
  const seed = await writeSeed(draft, 'seed', { ...spec, copied: spec.source.from === 'copy' });
  const path = join(draft.vm, seed);
  if ((await stat(path)).size > seedBytes) throw refusal(`the seed of ${spec.machineId} is larger than before`);
  await truncate(path, seedBytes);
  const drives = { primary: null, secondary: null };
  const machine: MachineRecord = { spec, disk, base: null, seed, rescue: null, drives, linkUp, incoming: true };
  await machines.publishMetadata(machine);
  await directory.commitDraft(draft, machine);
  return machine;
}

async function listen(qmp: Qmp): Promise<void> {
  await setCapabilities(qmp, DESTINATION_CAPABILITIES);
  const path = `${RUN}/${SOCKETS.disk}`;
  await qmp.command('nbd-server-start', { addr: { type: 'unix', data: { path } }, 'max-connections': 1 });
  await qmp.command('block-export-add', { type: 'nbd', id: MOVED_DISK, 'node-name': 'disk', name: EXPORT, writable: true });
  await qmp.command('migrate-incoming', { uri: `unix:${RUN}/${SOCKETS.memory}` });
}

const MOVED_DISK = 'incoming';

/** Starts the guest, or leaves a machine whose process has died as crashed. The caller must hold the machine's mutex. */
export async function take(
  { machines, power }: { machines: Machines; power: Power },
  directory: MachineDirectory,
  { bootId }: MovedState,
): Promise<void> {
  const machine = await directory.readMachine();
  if (machine === null) throw new EngineError('absent', `${directory.machineId} was not received`, { retryable: false });
  if (machine.incoming !== true) return;
  if ((await directory.readProcess()) === null)
    throw new EngineError('guest', `${directory.machineId} was not received completely`, { retryable: false });
  const record = await machines.runningProcess(directory);
  if (record !== null) {
    await machines.ask(directory, (qmp) => startIncoming(qmp, directory.machineId));
    await power.adoptReadyLine(directory, bootId);
  }
  const { incoming: _taken, ...taken } = machine;
  // Only now: before, a repeated call would not start the guest.
  await directory.writeMachine(taken);
  if (record !== null) power.watch(directory, record);
}

async function startIncoming(qmp: Qmp, machineId: string): Promise<void> {
  const isLoaded = async () => {
    const status = await qmp.command('query-status');
    return isRecord(status) && status.status !== 'inmigrate';
  };
  // During the migration `cont` would let the guest start by itself at its end.
  await until(isLoaded, `the memory of ${machineId} has not arrived`);
  // QEMU refuses to stop a server that an earlier call has stopped.
  await qmp.command('nbd-server-stop').catch(() => undefined);
  if (!isHaltedStatus(await qmp.command('query-status'))) await qmp.command('cont');
}

/** Removes a machine that was not taken, with its process and files. The caller must hold the machine's mutex. */
export async function removeIncoming({ host }: Machines, directory: MachineDirectory): Promise<void> {
  const record = await directory.readProcess();
  if (record !== null) await endGuest(host, directory, record);
  await directory.remove();
  await host.users?.release(directory.path);
}

const refusal = (why: string) => new EngineError('unsupported', why, { retryable: false });
