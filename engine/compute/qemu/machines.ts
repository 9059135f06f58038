/** Shared by all operations on machines: directories, a mutex per machine, QMP and agent sessions. */
import { join } from 'node:path';
import { isNodeError } from '../../atomic.ts';
import { EngineError } from '../../error.ts';
import { hostBoot, isAlive, type ProcessRecord } from '../../host/process.ts';
import { KeyedMutex } from '../../keyed-mutex.ts';
import type { MachinePower } from '../port.ts';
import { type Ask, withAgent } from './agent.ts';
import { MachineDirectory, type MachineRecord } from './directory.ts';
import { revokeAccess } from './file-access.ts';
import { endGuest, type GuestHost } from './guest.ts';
import { metadataFiles } from './metadata.ts';
import type { VmUser } from './process.ts';
import { isRecord, type Qmp, withQmp } from './qmp.ts';

export class Machines {
  /** Host of the guests. Set when the driver opens. */
  host: GuestHost;
  root: string;
  readonly mutex = new KeyedMutex();
  /** Aborted when the driver closes, so that long operations do not delay it. */
  readonly closing = new AbortController();

  constructor(home: string, host: GuestHost) {
    this.root = join(home, 'machines');
    this.host = host;
  }

  directory(machineId: string): MachineDirectory {
    return new MachineDirectory(this.root, machineId);
  }

  /** Runs an operation on a machine, after all operations that were started before. */
  runExclusive<T>(machineId: string, body: (directory: MachineDirectory) => Promise<T>): Promise<T> {
    const directory = this.directory(machineId);
    return this.mutex.runExclusive(machineId, () => body(directory)).catch(mapDiskFull);
  }

  /** Reads a machine's state, also during a long operation on it. */
  read<T>(machineId: string, body: (directory: MachineDirectory) => Promise<T>): Promise<T> {
    const directory = this.directory(machineId);
    return this.mutex.runExclusive(`${machineId} look`, () => body(directory));
  }

  /** Publishes the machine's seed in the metadata service, if its network has one. */
  async publishMetadata({ spec: { machineId, seed, nic, source } }: MachineRecord): Promise<void> {
    if (nic.plug.kind !== 'tap') return;
    await this.host.metadata?.setMetadata(machineId, metadataFiles({ seed, nic, copied: source.from === 'copy' }));
  }

  ask<T>(directory: MachineDirectory, act: (qmp: Qmp) => Promise<T>): Promise<T> {
    return withQmp(directory.vm, 'act.sock', act);
  }

  async runningProcess(directory: MachineDirectory): Promise<ProcessRecord | null> {
    const record = await directory.readProcess();
    return record !== null && (await isAlive(record)) && record.ending !== true ? record : null;
  }

  /**
   * Returns the user of a running machine, who needs access to its files. `null` if the machine does not run, or if guests use our own
   * user.
   */
  async userOf(directory: MachineDirectory): Promise<VmUser | null> {
    const record = await this.runningProcess(directory);
    if (record === null) return null;
    return record.uid === undefined ? this.host.user : { uid: record.uid, gid: record.uid };
  }

  /** Returns the process. Throws `EngineError('guest')` if the machine does not run. */
  async requireRunning(directory: MachineDirectory): Promise<ProcessRecord> {
    await directory.requireMachine();
    const record = await this.runningProcess(directory);
    if (record === null) throw new EngineError('guest', `${directory.machineId} does not run`, { retryable: false });
    return record;
  }

  async requireStopped(directory: MachineDirectory): Promise<void> {
    const record = await directory.readProcess();
    if (record !== null && (await isAlive(record))) {
      if (record.ending !== true) throw new EngineError('guest', `${directory.machineId} runs`, { retryable: false });
      await endGuest(this.host, directory, record);
    }
    await revokeAccess(directory, null);
  }

  async powerOf(directory: MachineDirectory): Promise<MachinePower> {
    const machine = await directory.readMachine();
    if (machine === null || machine.incoming === true) return 'absent';
    const record = await directory.readProcess();
    if (record === null) return 'stopped';
    if (await isAlive(record)) return record.ending === true ? 'stopped' : 'running';
    if (record.ending === true) return 'stopped';
    if (record.interrupted === true) return 'interrupted';
    return record.crashed !== true && record.hostBoot !== (await hostBoot()) ? 'interrupted' : 'crashed';
  }

  /** Returns whether an agent in the guest has opened its port. False if QEMU does not answer. */
  agentListens(directory: MachineDirectory): Promise<boolean> {
    return this.ask(directory, agentListens).catch(() => false);
  }

  /** Opens an agent session. Returns `null` without a valid answer. Throws `EngineError('guest')` if the agent refuses. */
  agent<T>(directory: MachineDirectory, timeoutMs: number, talk: (ask: Ask) => Promise<T>): Promise<T | null> {
    return this.mutex.runExclusive(`${directory.machineId} agent`, async () => {
      try {
        // Without a listening agent a request would take the whole timeout.
        if (!(await this.agentListens(directory))) return null;
        return await withAgent(directory.vm, { timeoutMs }, talk);
      } catch (error) {
        if (error instanceof EngineError && error.kind === 'guest' && !error.retryable) throw error;
        return null;
      }
    });
  }
}

/** Maps a full disk to `disk_full` in one place, because every operation writes files. */
function mapDiskFull(error: unknown): never {
  if (isNodeError(error, 'ENOSPC', 'EDQUOT'))
    throw new EngineError('disk_full', 'the disk of this host is full', { cause: error });
  throw error;
}

/** Returns whether an agent in the guest has opened its port. */
export async function agentListens(qmp: Qmp): Promise<boolean> {
  const chardevs = await qmp.command('query-chardev');
  return (
    Array.isArray(chardevs) && chardevs.some((dev) => isRecord(dev) && dev.label === 'agent' && dev['frontend-open'] === true)
  );
}
