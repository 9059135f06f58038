/**
 * Stores the simulated machines of one home in a JSON file each, so that they outlive the process like real guests. Files are read and
 * written synchronously, because a call takes a few microseconds and ten times as long through the thread pool.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from '../../atomic.ts';
import { EngineError } from '../../error.ts';
import type { MachineAddresses, OrphanedFile } from '../port.ts';
import { advanceTo, endProcess, type SimulatedMachine, shutDown } from './machine.ts';

const MACHINE_ID = /^[a-z0-9-]{1,40}$/;

/** A machine as read from a file. Every write creates a new file. */
interface CachedMachine {
  inode: bigint;
  modified: bigint;
  machine: SimulatedMachine;
}

export class SimulatedStore {
  readonly directory: string;
  readonly #seen = new Map<string, CachedMachine>();
  #isOpen = false;

  constructor(home: string) {
    this.directory = join(home, 'simulated-machines');
  }

  async open(): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    this.#isOpen = true;
  }

  async read(machineId: string): Promise<SimulatedMachine | null> {
    const machine = readMachineFile(this.#path(machineId));
    return machine && advanceTo(machine, Date.now());
  }

  /** Reads a machine like `read`, for polls of thousands of machines. Unchanged files are not read again. */
  readCached(machineId: string): SimulatedMachine | null {
    const file = this.#path(machineId);
    const about = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (about === undefined) {
      this.#seen.delete(machineId);
      return null;
    }
    const seen = this.#seen.get(machineId);
    if (seen?.inode === about.ino && seen.modified === about.mtimeNs) return advanceTo(seen.machine, Date.now());
    const machine = readMachineFile(file);
    if (machine === null) return null;
    // If the file was replaced since, the next call reads it again.
    this.#seen.set(machineId, { inode: about.ino, modified: about.mtimeNs, machine });
    return advanceTo(machine, Date.now());
  }

  async write(machine: SimulatedMachine): Promise<void> {
    const path = this.#path(machine.spec.machineId);
    const draft = join(this.directory, `.${machine.spec.machineId}.json.${randomBytes(6).toString('hex')}`);
    try {
      writeFileSync(draft, JSON.stringify(machine), { flag: 'wx', mode: 0o600 });
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  }

  async remove(machineId: string): Promise<void> {
    await rm(this.#path(machineId), { force: true });
  }

  async ids(): Promise<string[]> {
    return (await this.#names()).map(machineIdOf).filter((id) => id !== null);
  }

  async addresses(): Promise<MachineAddresses[]> {
    const all = await Promise.all((await this.ids()).map((machineId) => this.read(machineId)));
    return all.flatMap((machine) =>
      machine && machine.incoming === undefined
        ? [{ machineId: machine.spec.machineId, addresses: machine.spec.nic.addresses }]
        : [],
    );
  }

  /** Lists drafts of unfinished writes. */
  async orphanedFiles(): Promise<OrphanedFile[]> {
    return (await this.#names()).flatMap((name) => {
      const machineId = /^\.([a-z0-9-]{1,40})\.json\.[0-9a-f]{12}$/.exec(name)?.[1];
      return machineId === undefined ? [] : [{ machineId, path: join(this.directory, name) }];
    });
  }

  /** Returns the socket of a machine's console. */
  socketPath(machineId: string): string {
    return join(this.directory, `.${machineId}.vnc`);
  }

  /**
   * Lists the names of all files. Returns none if the store was never opened here, for example on a new host during a recovery. For an
   * open store a missing directory is an error, because its disk may not be mounted.
   */
  async #names(): Promise<string[]> {
    try {
      return await readdir(this.directory);
    } catch (error) {
      if (!this.#isOpen && isNodeError(error, 'ENOENT')) return [];
      throw error;
    }
  }

  #path(machineId: string): string {
    if (!MACHINE_ID.test(machineId))
      throw new EngineError('host', `"${machineId}" is not a valid machine id`, {
        retryable: false,
      });
    return join(this.directory, `${machineId}.json`);
  }
}

function readMachineFile(file: string): SimulatedMachine | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SimulatedMachine;
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Returns the machine that a file of the directory belongs to, or `null` for drafts. */
export function machineIdOf(fileName: string): string | null {
  return fileName.startsWith('.') || !fileName.endsWith('.json') ? null : fileName.slice(0, -'.json'.length);
}

const FAULTS = {
  poweroff: shutDown,
  crash: (machine: SimulatedMachine) => endProcess(machine, 'crashed'),
  'host-down': (machine: SimulatedMachine) => endProcess(machine, 'interrupted'),
};

/** Injects a fault: the guest shuts itself down, its process dies, or its host goes down. Works from any process. */
export async function injectSimulatedFault(home: string, machineId: string, kind: keyof typeof FAULTS): Promise<void> {
  await changeSimulated(home, machineId, (machine) => {
    if (machine.power !== 'running') throw new EngineError('host', `${machineId} does not run`, { retryable: false });
    return FAULTS[kind](machine);
  });
}

/** Returns the state for tests: the guest's disk, the console, the drives. Works from any process. */
export async function readSimulated(home: string, machineId: string): Promise<SimulatedMachine> {
  const machine = await new SimulatedStore(home).read(machineId);
  if (machine === null) throw new EngineError('absent', `there is no machine ${machineId}`, { retryable: false });
  return machine;
}

/** Changes the state of a guest, such as traffic counters or disk content. */
export async function changeSimulated(
  home: string,
  machineId: string,
  change: (machine: SimulatedMachine) => SimulatedMachine,
): Promise<void> {
  await new SimulatedStore(home).write(change(await readSimulated(home, machineId)));
}

/** Writes a file on the guest's disk. */
export async function writeInSimulated(home: string, machineId: string, path: string, text: string): Promise<void> {
  await changeSimulated(home, machineId, (machine) => ({
    ...machine,
    disk: { ...machine.disk, files: { ...machine.disk.files, [path]: text } },
  }));
}
