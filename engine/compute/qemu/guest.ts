/** Starting and ending the QEMU of one machine. */
import type { ChildProcess } from 'node:child_process';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeAtomic } from '../../atomic.ts';
import type { EngineLog } from '../../log.ts';
import { EngineError, type MachineSpec } from '../port.ts';
import { type Accelerator, qemuArguments } from './command.ts';
import type { MachineDirectory, ProcessRecord } from './directory.ts';
import { imageOf } from './disk.ts';
import { kill, launch, recordOf, untilGone, type VmUser } from './process.ts';
import { isRecord, type Qmp, withQmp } from './qmp.ts';

/** QEMU answers 0.1 to 0.4 s after its start; a host under load takes longer. */
const READY_MS = 20_000;
const QUIT_MS = 5_000;
/** Complaints of one process that reach the log. */
const LOGGED_LINES = 20;

export interface GuestHost {
  program: string;
  launcher: string;
  user: VmUser | null;
  log: EngineLog;
}

/** Returns when QEMU runs the guest. Its record is written before that, so that it is found again whatever happens. */
export async function startGuest(
  host: GuestHost,
  directory: MachineDirectory,
  spec: MachineSpec,
  accelerator: Accelerator,
): Promise<ProcessRecord> {
  for (const name of await readdir(directory.vm)) if (name.endsWith('.sock')) await rm(join(directory.vm, name));
  const image = await open(imageOf(spec).path, 'r').catch((cause: unknown) => {
    throw new EngineError('image', `the image ${imageOf(spec).key} is not where it was`, { cause, retryable: false });
  });
  const child = launch({
    ...host,
    directory: directory.vm,
    args: qemuArguments(spec, accelerator),
    namespace: spec.nic.plug.kind === 'tap' ? spec.nic.plug.namespace : null,
    descriptors: [image.fd],
  });
  await image.close();
  const complaints = listenTo(child, host.log, spec.machineId);
  const record = child.pid === undefined ? null : await recordOf(child.pid);
  if (record === null) throw new EngineError('host', `QEMU did not start: ${complaints()}`);
  await directory.setProcess(record);
  try {
    await untilReady(directory.vm, child, complaints);
  } catch (error) {
    await kill(record);
    await directory.setProcess(null);
    throw error;
  }
  return record;
}

/** Ends the process, whatever the guest does; keeps the end of its console. It counts as stopped from the first moment. */
export async function endGuest(directory: MachineDirectory, record: ProcessRecord): Promise<void> {
  await directory.setProcess({ ...record, ending: true });
  try {
    await withQmp(directory.vm, 'act.sock', async (qmp) => {
      await saveConsole(directory, qmp).catch(() => undefined);
      // QEMU may hang up before it has answered.
      await qmp.command('quit').catch(() => undefined);
    });
  } catch {
    // It does not answer: it is killed below.
  }
  if (!(await untilGone(record, QUIT_MS))) await kill(record);
  await directory.setProcess(null);
}

async function saveConsole(directory: MachineDirectory, qmp: Qmp): Promise<void> {
  const text = await qmp.command('ringbuf-read', { device: 'serial', size: 65_536, format: 'base64' });
  if (typeof text !== 'string' || text === '') return;
  await writeAtomic(join(directory.path, 'serial.log'), Buffer.from(text, 'base64').toString('latin1'), { durable: false });
}

async function untilReady(vm: string, child: ChildProcess, complaints: () => string): Promise<void> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const status = await withQmp(vm, 'act.sock', (qmp) => qmp.command('query-status')).catch(() => null);
    if (isRecord(status)) return;
    if (child.exitCode !== null || child.signalCode !== null) throw refusal(complaints());
    if (Date.now() > deadline) throw new EngineError('timeout', `QEMU does not answer: ${complaints()}`);
    await sleep(20);
  }
}

function refusal(complaint: string): EngineError {
  if (/tap|netdev|hostfwd|host forwarding|netns/.test(complaint)) return new EngineError('network', `QEMU: ${complaint}`);
  if (/No space left/.test(complaint)) return new EngineError('disk_full', `QEMU: ${complaint}`);
  return new EngineError('host', `QEMU ended at once: ${complaint}`);
}

/** Keeps the end of what it complains of, logs the first lines, and lets our process end without it. */
function listenTo(child: ChildProcess, log: EngineLog, machineId: string): () => string {
  let said = '';
  let lines = 0;
  child.stderr?.on('data', (chunk: Buffer) => {
    const text = chunk.toString('utf8');
    said = (said + text).slice(-2_000);
    lines += 1;
    if (lines <= LOGGED_LINES) log.warn({ machineId, qemu: text.trim().slice(0, 500) }, 'QEMU complains');
  });
  child.stderr?.on('error', () => undefined);
  child.on('error', (error) => {
    said += error.message;
  });
  child.unref();
  const pipe = child.stderr as (Readable & { unref?: () => void }) | null;
  pipe?.unref?.();
  return () => said.trim() || 'no word from it';
}
