/** Starts and stops the QEMU of one machine. */
import type { ChildProcess } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNodeError } from '../../atomic.ts';
import { EngineError } from '../../error.ts';
import { type CgroupsFound, limitProcess, type ResourceLimits, removeCgroup } from '../../host/cgroups.ts';
import { type Launcher, scopePrefix } from '../../host/launcher.ts';
import type { ProcessRecord } from '../../host/process.ts';
import { recordOf } from '../../host/process.ts';
import type { ImageFiles } from '../../images/files.ts';
import type { EngineLog } from '../../log.ts';
import type { NetworkPort } from '../../network/port.ts';
import { type Accelerator, type Incoming, qemuArguments } from './command.ts';
import { clearConsoleLog, drainConsole } from './console-log.ts';
import { readCpuDigest } from './cpu-model.ts';
import type { MachineDirectory, MachineRecord } from './directory.ts';
import { grantMachineFiles } from './file-access.ts';
import { clearFreezeMark } from './freeze-mark.ts';
import { setLink } from './hotplug.ts';
import { kill, launch, type VmUser, waitForExit } from './process.ts';
import { isRecord, withQmp } from './qmp.ts';
import type { GuestUsers } from './users.ts';

/** QEMU answers 0.1 to 0.4 s after its start. A host under load takes longer. */
const READY_MS = 20_000;
const QUIT_MS = 5_000;
/** Maximum number of stderr lines in the log, per process. */
const LOGGED_LINES = 20;

export interface GuestHost {
  program: string;
  launcher: string;
  /** Shared user of guests without a dedicated one, or `null` to use our own user if we are not root. */
  user: VmUser | null;
  /** Dedicated users of machines, or `null` if this host has none. */
  users: GuestUsers | null;
  log: EngineLog;
  /** Returns the tiny system for direct boot (KVM test and rescue system), or `null` until it is built. */
  system: () => Promise<{ kernel: string; initrd: string; rescue: string } | null>;
  /** Files of images on this node. */
  imageFiles: Pick<ImageFiles, 'locate'>;
  /** Launcher of systemd scopes, if systemd is available. */
  scopes: Launcher;
  /** Control groups of guests without a scope, and the prefix of their names. */
  cgroups: CgroupsFound & { prefix: string };
  /** Metadata service of the network, or `null` if it has none. */
  metadata: Pick<NetworkPort, 'setMetadata'> | null;
}

/** Starts QEMU and resolves when it runs the guest, or waits for an incoming one. The process record is written before that, so the process is always found again. */
export async function startGuest(
  host: GuestHost,
  directory: MachineDirectory,
  machine: MachineRecord,
  accelerator: Accelerator,
  incoming: Incoming | null = null,
): Promise<ProcessRecord> {
  const { spec } = machine;
  const user = await userFor(host, directory, machine);
  await grantMachineFiles(directory, machine, user);
  await directory.removeUnnamed(machine);
  await clearConsoleLog(directory);
  await clearFreezeMark(directory);
  const files = await openFiles(host, directory, machine);
  const child = launch({
    ...host,
    user,
    directory: directory.vm,
    args: qemuArguments(machine, accelerator, { incoming }),
    namespace: spec.nic.plug.kind === 'tap' ? spec.nic.plug.namespace : null,
    tap: spec.nic.plug.kind === 'tap' ? spec.nic.plug.device : null,
    descriptors: files.map((file) => file?.fd ?? null),
    scope: scopePrefix(host.scopes, scopeOf(machine)),
  });
  for (const file of files) await file?.close();
  const complaints = listenTo(child, host.log, spec.machineId);
  const found = child.pid === undefined ? null : await recordOf(child.pid);
  if (found === null) throw new EngineError('host', `QEMU did not start: ${complaints()}`);
  const own = host.users === null || user === null ? {} : { uid: user.uid };
  const port = incoming?.readyPort === false ? {} : { readyPort: true as const };
  let record: ProcessRecord = { ...found, ...own, ...port, ...(machine.rescue === null ? {} : { rescue: true }) };
  await directory.writeProcess(record);
  await limitGuest(host, machine, record);
  try {
    await untilReady(directory.vm, child, complaints);
    // Takes effect before the guest configures its network.
    if (!machine.linkUp) await withQmp(directory.vm, 'act.sock', (qmp) => setLink(qmp, machine, false));
    record = await withCpuDigest(host, directory, record, accelerator);
  } catch (error) {
    await kill(record);
    await killRemainingProcesses(host, record);
    await removeGuestLimits(host, directory);
    await directory.writeProcess(null);
    throw error;
  }
  return record;
}

/** Adds the digest of the CPU to the record. A guest whose CPU cannot be read runs as well, and cannot move while it runs. */
async function withCpuDigest(
  { log }: GuestHost,
  directory: MachineDirectory,
  record: ProcessRecord,
  accelerator: Accelerator,
): Promise<ProcessRecord> {
  try {
    const cpuDigest = await withQmp(directory.vm, 'act.sock', (qmp) => readCpuDigest(qmp, accelerator));
    await directory.writeProcess({ ...record, cpuDigest });
    return { ...record, cpuDigest };
  } catch (error) {
    log.warn({ machineId: directory.machineId, err: error }, 'the CPU of a guest could not be read');
    return record;
  }
}

/** Returns the machine's dedicated user, after killing leftover processes of the user. */
async function userFor(host: GuestHost, directory: MachineDirectory, machine: MachineRecord): Promise<VmUser | null> {
  if (host.users === null) return host.user;
  const uid = await host.users.claim(directory.path, machine.uid ?? null);
  if (uid !== machine.uid) await directory.writeMachine({ ...machine, uid });
  await host.users.killProcesses(uid);
  return { uid, gid: uid };
}

/** Kills the remaining processes of the user of a dead QEMU. */
export async function killRemainingProcesses({ users }: GuestHost, { uid }: ProcessRecord): Promise<void> {
  if (uid !== undefined) await users?.killProcesses(uid);
}

/** Opens the files in the order of `DESCRIPTORS`. */
async function openFiles(host: GuestHost, directory: MachineDirectory, { base, rescue }: MachineRecord) {
  const system = rescue === null ? null : await host.system();
  if (rescue !== null && system === null) throw new EngineError('image', 'the rescue system is not built on this host');
  const paths = [base === null ? null : join(directory.path, base.name), system?.kernel ?? null, system?.rescue ?? null];
  const files: (FileHandle | null)[] = [];
  try {
    for (const path of paths) files.push(path === null ? null : await open(path, 'r'));
    return files;
  } catch (cause) {
    for (const file of files) await file?.close();
    throw new EngineError('image', 'a file that the machine boots from is missing', { cause, retryable: false });
  }
}

/** Returns the limits of the process. QEMU's own work gets one CPU and half a GB more than the guest. TCG's cache is at most 256 MB. */
function resourceLimitsOf({ spec }: MachineRecord): ResourceLimits {
  return { cpus: spec.vcpus + 1, memoryBytes: (spec.memoryMb * 1.25 + 512) * 2 ** 20 };
}

function scopeOf(machine: MachineRecord) {
  const { machineId } = machine.spec;
  return { name: machineId, description: `Innkeeper guest ${machineId}`, bounds: resourceLimitsOf(machine) };
}

/** Applies the limits. A scope has its limits already, and moving its process into another group would remove it from the scope. */
async function limitGuest(host: GuestHost, machine: MachineRecord, { pid }: ProcessRecord): Promise<void> {
  const { cgroups, log, scopes } = host;
  const { spec } = machine;
  if (scopes.systemd !== null) return;
  await limitProcess(cgroups.prefix + spec.machineId, pid, resourceLimitsOf(machine), cgroups).catch((error: unknown) => {
    log.warn({ machineId: spec.machineId, err: error }, 'a guest runs without resource limits');
  });
}

/** Removes the control group after the process has ended. */
export async function removeGuestLimits({ cgroups, log }: GuestHost, { machineId }: MachineDirectory): Promise<void> {
  await removeCgroup(cgroups.prefix + machineId, cgroups).catch((error: unknown) => {
    log.warn({ machineId, err: error }, 'the control group of a guest could not be removed');
  });
}

/**
 * Kills the process and saves the end of its console. The machine counts as stopped immediately. If its record says so, it counts as
 * interrupted once the process is gone.
 */
export async function endGuest(host: GuestHost, directory: MachineDirectory, record: ProcessRecord): Promise<void> {
  const isInterrupted = record.interrupted === true;
  // A full disk must not keep a guest alive. Without the flag the guest counts as crashed if we die in between.
  await directory.writeProcess(isInterrupted ? record : { ...record, ending: true }).catch((error: unknown) => {
    if (!isNodeError(error, 'ENOSPC', 'EDQUOT')) throw error;
  });
  const quitRequest = withQmp(directory.vm, 'act.sock', async (qmp) => {
    await drainConsole(directory, qmp).catch(() => undefined);
    // QEMU may close the connection before it answers.
    await qmp.command('quit').catch(() => undefined);
  });
  const isAcknowledged = await quitRequest.then(
    () => true,
    () => false,
  );
  if (!isAcknowledged || !(await waitForExit(record, QUIT_MS))) await kill(record);
  await killRemainingProcesses(host, record);
  await removeGuestLimits(host, directory);
  if (!isInterrupted) await directory.writeProcess(null);
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
  if (/\btap\b|netdev|hostfwd|host forwarding|netns/.test(complaint)) return new EngineError('network', `QEMU: ${complaint}`);
  if (/No space left/.test(complaint)) return new EngineError('disk_full', `QEMU: ${complaint}`);
  if (/Image is not in|corrupt|Could not open/i.test(complaint)) {
    return new EngineError('image', `QEMU: ${complaint}`, { retryable: false });
  }
  if (/unsupported machine type|doesn't support requested feature/.test(complaint)) {
    return new EngineError('unsupported', `QEMU: ${complaint}`, { retryable: false });
  }
  return new EngineError('host', `QEMU exited at once: ${complaint}`);
}

/**
 * Logs the first lines of stderr. Returns a function that returns the last 2,000 characters of stderr and the error of a failed start. The
 * child does not keep our process alive.
 */
function listenTo(child: ChildProcess, log: EngineLog, machineId: string): () => string {
  let output = '';
  let lines = 0;
  child.stderr?.on('data', (chunk: Buffer) => {
    const text = chunk.toString('utf8');
    output = (output + text).slice(-2_000);
    lines += 1;
    if (lines <= LOGGED_LINES) log.warn({ machineId, qemu: text.trim().slice(0, 500) }, 'QEMU wrote to stderr');
  });
  child.stderr?.on('error', () => undefined);
  child.on('error', (error) => {
    output += error.message;
  });
  child.unref();
  const pipe = child.stderr as (Readable & { unref?: () => void }) | null;
  pipe?.unref?.();
  return () => output.trim() || 'no word from it';
}
