/** Copies the disk of a running machine to its destination, and keeps both equal until the machine is paused. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../../../error.ts';
import { DISK_SILENCE_MS, type DiskTransfer } from '../../move-port.ts';
import { type JoinedStreams, joinStreams, untilFirstBytes } from '../../move-streams.ts';
import { findJob } from '../block-jobs.ts';
import { throttleOf } from '../command.ts';
import type { MachineDirectory, MachineRecord } from '../directory.ts';
import type { Machines } from '../machines.ts';
import type { Qmp } from '../qmp.ts';
import { isHaltedStatus } from '../watch.ts';
import { EXPORT, MOVE_JOB, SOCKETS, setThrottle } from './monitor.ts';
import { listenForQemu } from './source-socket.ts';

const POLL_INTERVAL_MS = 250;

/** Copies the disk. Returns the streams, which carry each further write. The caller ends the transfer after a failure. */
export async function sendDisk(
  machines: Machines,
  directory: MachineDirectory,
  machine: MachineRecord,
  { stream, onProgress = () => undefined, signal }: DiskTransfer & { signal: AbortSignal },
): Promise<JoinedStreams> {
  // QEMU waits for the other side's greeting with everything, so it connects only once the greeting is here.
  await untilFirstBytes(stream, DISK_SILENCE_MS, signal);
  const socket = await listenForQemu(directory, SOCKETS.disk, await machines.userOf(directory));
  let streams: JoinedStreams | null = null;
  try {
    const accepted = socket.accepted(signal).then((near) => {
      streams = joinStreams(near, stream, DISK_SILENCE_MS);
    });
    await Promise.all([accepted, machines.ask(directory, (qmp) => startMirror(qmp, machine))]);
    await untilEqual(machines, directory, { onProgress, signal });
    return streams ?? { destroy: () => stream.destroy() };
  } finally {
    await socket.close();
  }
}

async function startMirror(qmp: Qmp, machine: MachineRecord): Promise<void> {
  await setThrottle(qmp, machine, true);
  const file = { driver: 'nbd', server: { type: 'unix', path: SOCKETS.disk }, export: EXPORT, discard: 'unmap' };
  await qmp.command('blockdev-add', { driver: 'raw', 'node-name': MOVE_JOB, 'detect-zeroes': 'unmap', discard: 'unmap', file });
  await qmp.command('blockdev-mirror', {
    'job-id': MOVE_JOB,
    // A mirror needs the node that the guest's disk uses.
    device: throttleOf(machine.spec.limits) === null ? 'disk' : 'limited',
    target: MOVE_JOB,
    sync: 'full',
    // Otherwise a guest that writes faster than the link would never be ready.
    'copy-mode': 'write-blocking',
    'auto-dismiss': false,
  });
}

async function untilEqual(
  machines: Machines,
  directory: MachineDirectory,
  { onProgress, signal }: Required<Pick<DiskTransfer, 'onProgress' | 'signal'>>,
): Promise<void> {
  let reported = -1;
  for (;;) {
    // Opens a connection per poll, because reads of the machine need the socket between polls.
    const { job, status } = await machines.ask(directory, async (qmp) => ({
      job: await findJob(qmp, MOVE_JOB),
      status: await qmp.command('query-status'),
    }));
    signal.throwIfAborted();
    if (isHaltedStatus(status)) throw shutDown(directory);
    requireWhole(job);
    const isReady = job?.status === 'ready';
    const share = Number(job?.['current-progress']) / Math.max(1, Number(job?.['total-progress']));
    const percent = isReady ? 100 : Math.min(99, Math.floor(100 * share));
    if (percent > reported) onProgress(percent);
    reported = Math.max(reported, percent);
    if (isReady) return;
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
}

/** Throws if the job has failed or is gone. */
export function requireWhole(job: Record<string, unknown> | null): void {
  if (job === null) throw new EngineError('guest', 'the disk is not being sent');
  if (job.status !== 'concluded') return;
  const why = typeof job.error === 'string' ? job.error : 'the job has ended';
  if (/No space left/.test(why)) throw new EngineError('disk_full', 'the disk of the other node is full');
  throw new EngineError('host', `the disk could not be sent: ${why}`);
}

export const shutDown = ({ machineId }: MachineDirectory) => new EngineError('guest', `${machineId} has shut down`);
