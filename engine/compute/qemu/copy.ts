/**
 * Copies a disk: by QEMU's backup job while the machine runs, by qemu-img while it is off. QEMU can only write files that it was granted,
 * so we create the job's file and move it into QEMU's directory. The result is copied out of QEMU's reach before verification.
 */
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../../error.ts';
import { removeTrees } from '../../host/remove.ts';
import { attempt } from '../../host/run.ts';
import type { DiskCopy, OnPercent } from '../port.ts';
import { endJob, findJob } from './block-jobs.ts';
import { copyOutOfQemu, draftOf, JOB_FILE, makeJobFile, parsePercents, QEMU_IMG_TIMEOUT_MS, verifyCopy } from './copy-file.ts';
import type { MachineDirectory, MachineRecord } from './directory.ts';
import { diskArgument, virtualBytes } from './disk.ts';
import { revokeAccess } from './file-access.ts';
import { thaw, whileFrozen } from './freeze.ts';
import type { Machines } from './machines.ts';

/** Name of the job and of its target node in QEMU. */
const JOB = 'copy';
/** zstd takes half of zlib's time at the same size. */
const FORMAT = ['-f', 'qcow2', '-o', 'compression_type=zstd'];
/** Fraction of the progress for copying. The rest is for verification. */
const COPYING = 0.85;
const POLL_INTERVAL_MS = 250;

export interface CopyOrder {
  to: string;
  onPercent: OnPercent;
  signal: AbortSignal;
}

/** Copies the disk. The caller must hold the machine's mutex. */
export async function copyDisk(machines: Machines, directory: MachineDirectory, order: CopyOrder): Promise<DiskCopy> {
  const machine = await directory.requireMachine();
  const draft = draftOf(order.to);
  const onPercent = onlyIncreasing(order.onPercent);
  await mkdir(dirname(order.to), { recursive: true });
  await clearCopy(machines, directory, order.to);
  try {
    onPercent(0);
    const copying = (percent: number) => onPercent(percent * COPYING);
    const running = (await machines.runningProcess(directory)) !== null;
    const frozen = running
      ? await copyWhileItRuns(machines, directory, machine, { ...order, to: draft, onPercent: copying })
      : await copyWhileOff(directory, machine, { ...order, to: draft, onPercent: copying });
    const reading = (percent: number) => onPercent(100 * COPYING + percent * (1 - COPYING));
    const proven = await verifyCopy(draft, { onPercent: reading, signal: order.signal });
    await rename(draft, order.to);
    onPercent(100);
    return { frozen, ...proven };
  } catch (error) {
    await clearCopy(machines, directory, order.to).catch(() => undefined);
    throw order.signal.aborted ? new EngineError('host', `the copy to ${order.to} was aborted`, { cause: error }) : error;
  }
}

/** Cleans up an unfinished copy: ends the job in QEMU, thaws the guest and deletes incomplete files. */
export async function clearCopy(machines: Machines, directory: MachineDirectory, to: string): Promise<void> {
  if ((await machines.runningProcess(directory)) !== null) {
    await machines.ask(directory, (qmp) => endJob(qmp, JOB));
    await thaw(machines, directory);
  }
  await removeTrees([directory.path, directory.vm].map((place) => join(place, JOB_FILE)));
  await rm(draftOf(to), { force: true });
}

async function copyWhileOff(directory: MachineDirectory, machine: MachineRecord, order: CopyOrder): Promise<boolean> {
  await revokeAccess(directory, null);
  const source = await diskArgument(directory, machine);
  const [, , ...options] = FORMAT;
  const converted = await attempt('qemu-img', ['convert', '-p', '-c', '-O', 'qcow2', ...options, source, order.to], {
    timeoutMs: QEMU_IMG_TIMEOUT_MS,
    signal: order.signal,
    onStdout: (text) => parsePercents(text).forEach(order.onPercent),
  });
  if (converted.code !== 0) throw copyError(converted.stderr);
  return false;
}

async function copyWhileItRuns(
  machines: Machines,
  directory: MachineDirectory,
  machine: MachineRecord,
  order: CopyOrder,
): Promise<boolean> {
  const bytes = await virtualBytes(join(directory.vm, machine.disk), 'qcow2', 'the disk', true);
  const file = await makeJobFile(directory, FORMAT, bytes, await machines.userOf(directory));
  try {
    const frozen = await runJob(machines, directory, order);
    await copyOutOfQemu(file, order.to);
    await rm(join(directory.vm, JOB_FILE));
    return frozen;
  } finally {
    await file.close();
  }
}

/** Runs the job to its end. Returns whether the guest was frozen when the job started. */
async function runJob(machines: Machines, directory: MachineDirectory, order: CopyOrder): Promise<boolean> {
  const target = { driver: 'qcow2', 'node-name': JOB, file: { driver: 'file', filename: JOB_FILE } };
  await machines.ask(directory, (qmp) => qmp.command('blockdev-add', target));
  const backup = { 'job-id': JOB, device: 'disk', target: JOB, sync: 'full', compress: true, 'auto-dismiss': false };
  const frozen = await whileFrozen(machines, directory, async () => {
    await machines.ask(directory, (qmp) => qmp.command('blockdev-backup', backup));
  });
  await untilConcluded(machines, directory, order);
  await machines.ask(directory, (qmp) => endJob(qmp, JOB));
  return frozen;
}

async function untilConcluded(machines: Machines, directory: MachineDirectory, order: CopyOrder): Promise<void> {
  for (;;) {
    // Opens a connection per poll, because other operations need the socket between polls.
    const job = await machines.ask(directory, (qmp) => findJob(qmp, JOB));
    if (job === null) throw new EngineError('host', 'the copy was aborted by another act');
    if (job.status === 'concluded') {
      if (typeof job.error === 'string') throw copyError(job.error);
      return;
    }
    if (Number(job['total-progress']) > 0)
      order.onPercent((100 * Number(job['current-progress'])) / Number(job['total-progress']));
    await sleep(POLL_INTERVAL_MS, undefined, { signal: order.signal });
  }
}

function onlyIncreasing(onPercent: OnPercent): OnPercent {
  let reported = -1;
  return (percent) => {
    const whole = Math.floor(Math.min(100, percent));
    if (whole <= reported) return;
    reported = whole;
    onPercent(whole);
  };
}

function copyError(why: string): EngineError {
  if (/No space left/.test(why)) return new EngineError('disk_full', 'no space for a copy of the disk');
  return new EngineError('host', `the copy failed: ${why.trim()}`);
}
