/**
 * Sends the memory of a machine whose disk is being sent, and hands the guest over. The source's network stops answering before the
 * destination can run. The row changes only once the destination has everything.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../../../error.ts';
import { MEMORY_MS, type MemoryTransfer, type MovedState, PAUSE_MS } from '../../move-port.ts';
import { joinStreams } from '../../move-streams.ts';
import { endJob, findJob } from '../block-jobs.ts';
import type { MachineDirectory } from '../directory.ts';
import type { Machines } from '../machines.ts';
import type { Qmp } from '../qmp.ts';
import { MOVE_JOB, readMigration, SOCKETS, SOURCE_CAPABILITIES, setCapabilities } from './monitor.ts';
import { requireWhole, shutDown } from './send-disk.ts';
import { listenForQemu } from './source-socket.ts';

/** Bytes per second, more than any link has. QEMU's default would slow down fast links. */
const MAX_BANDWIDTH = 2 ** 30;
/** Pause in milliseconds that QEMU aims at when it decides to pause the guest. */
const DOWNTIME_LIMIT_MS = 100;
const POLL_INTERVAL_MS = 100;
const PAUSED_POLL_INTERVAL_MS = 2;

export interface MemorySource {
  machines: Machines;
  directory: MachineDirectory;
  /** Connection of the watch, which receives events. Others use the monitor for operations meanwhile. */
  qmp: Qmp;
  /** Reads the last ready line of the paused guest. */
  lastLine: () => Promise<string | null>;
  /** Closes the streams of the disk. */
  closeDisk: () => void;
}

/** Sends memory until the destination has everything. The caller ends the transfer after a failure, and commits after a success. */
export async function sendMemory(
  source: MemorySource,
  { stream, hold, signal }: Pick<MemoryTransfer, 'stream' | 'hold'> & { signal: AbortSignal },
): Promise<MovedState> {
  const { machines, directory, qmp } = source;
  const limit = new AbortController();
  const ending = AbortSignal.any([signal, limit.signal]);
  const late = (what: string) => () => limit.abort(new EngineError('timeout', `${directory.machineId}: ${what}`));
  let timer = setTimeout(late('the memory was not sent within 10 minutes'), MEMORY_MS);
  const forget = qmp.onEvent(({ event, data }) => {
    if (event === 'SHUTDOWN' && data.guest === true) limit.abort(shutDown(directory));
    if (event !== 'STOP') return;
    clearTimeout(timer);
    timer = setTimeout(late('the guest was paused for 5 s'), PAUSE_MS);
  });
  const socket = await listenForQemu(directory, SOCKETS.memory, await machines.userOf(directory));
  ending.addEventListener('abort', () => {
    stream.destroy();
    source.closeDisk();
  });
  try {
    requireWhole(await findJob(qmp, MOVE_JOB));
    await setCapabilities(qmp, SOURCE_CAPABILITIES);
    await qmp.command('migrate-set-parameters', { 'max-bandwidth': MAX_BANDWIDTH, 'downtime-limit': DOWNTIME_LIMIT_MS });
    const accepted = socket.accepted(ending).then((near) => joinStreams(near, stream, null));
    await Promise.all([accepted, qmp.command('migrate', { uri: `unix:${SOCKETS.memory}` })]);
    await untilMigration(qmp, 'pre-switchover', ending);
    const [bootId] = await Promise.race([Promise.all([source.lastLine(), endMirror(qmp, ending), hold()]), rejectOn(ending)]);
    await qmp.command('migrate-continue', { state: 'pre-switchover' });
    await untilMigration(qmp, 'completed', ending);
    return { bootId };
  } catch (error) {
    throw ending.aborted ? ending.reason : error;
  } finally {
    clearTimeout(timer);
    forget();
    await socket.close();
  }
}

/** Ends the mirror once both disks are equal, which they stay because the guest is paused. */
async function endMirror(qmp: Qmp, signal: AbortSignal): Promise<void> {
  await qmp.command('block-job-cancel', { device: MOVE_JOB });
  for (let job = await findJob(qmp, MOVE_JOB); job?.status !== 'concluded'; job = await findJob(qmp, MOVE_JOB)) {
    if (job === null) break;
    await sleep(PAUSED_POLL_INTERVAL_MS, undefined, { signal });
  }
  const job = await findJob(qmp, MOVE_JOB);
  if (job === null || typeof job.error === 'string') requireWhole(job);
  await endJob(qmp, MOVE_JOB);
}

async function untilMigration(qmp: Qmp, wanted: 'pre-switchover' | 'completed', signal: AbortSignal): Promise<void> {
  let wake: () => void = () => undefined;
  const forget = qmp.onEvent(({ event }) => {
    if (event === 'MIGRATION') wake();
  });
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const { status, error } = await readMigration(qmp);
      if (status === wanted) return;
      if (status === 'failed' || status === 'cancelled' || status === 'completed')
        throw new EngineError('host', `the memory could not be sent: ${error ?? status}`);
      // An event is reported at once. The poll finds a migration whose event was lost.
      await Promise.race([changed, sleep(POLL_INTERVAL_MS, undefined, { signal })]);
    }
  } finally {
    forget();
  }
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
