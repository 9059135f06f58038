/** Storage of the simulated machines of one home: a JSON file each, so that they outlive the process like real guests. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfThere, writeAtomic } from '../../atomic.ts';
import { EngineError, type OrphanedFile } from '../port.ts';
import { advanceTo, ended, type SimulatedMachine } from './machine.ts';

const MACHINE_ID = /^[a-z0-9-]{1,40}$/;

export class SimulatedStore {
  readonly directory: string;

  constructor(home: string) {
    this.directory = join(home, 'simulated-machines');
  }

  async open(): Promise<void> {
    await mkdir(this.directory, { recursive: true });
  }

  async read(machineId: string): Promise<SimulatedMachine | null> {
    const text = await readIfThere(this.#path(machineId));
    return text === null ? null : advanceTo(JSON.parse(text) as SimulatedMachine, Date.now());
  }

  async write(machine: SimulatedMachine): Promise<void> {
    await writeAtomic(this.#path(machine.spec.machineId), JSON.stringify(machine), { durable: false });
  }

  async remove(machineId: string): Promise<void> {
    await rm(this.#path(machineId), { force: true });
  }

  async ids(): Promise<string[]> {
    const names = await readdir(this.directory);
    return names.map(machineIdOf).filter((id) => id !== null);
  }

  /** Drafts of unfinished writes. */
  async orphanedFiles(): Promise<OrphanedFile[]> {
    return (await readdir(this.directory)).flatMap((name) => {
      const machineId = /^\.([a-z0-9-]{1,40})\.json\.[0-9a-f]{12}$/.exec(name)?.[1];
      return machineId === undefined ? [] : [{ machineId, path: join(this.directory, name) }];
    });
  }

  /** Socket of a machine's console. */
  socketPath(machineId: string): string {
    return join(this.directory, `.${machineId}.vnc`);
  }

  #path(machineId: string): string {
    if (!MACHINE_ID.test(machineId))
      throw new EngineError('host', `"${machineId}" is not a valid machine id`, {
        retryable: false,
      });
    return join(this.directory, `${machineId}.json`);
  }
}

/** The machine that a file of the directory belongs to; null for drafts. */
export function machineIdOf(fileName: string): string | null {
  return fileName.startsWith('.') || !fileName.endsWith('.json') ? null : fileName.slice(0, -'.json'.length);
}

const FAULTS = { poweroff: 'stopped', crash: 'crashed', 'host-down': 'interrupted' } as const;

/** Injects a fault: the guest shuts itself down, its process dies, its host goes down. Works from any process. */
export async function injectSimulatedFault(home: string, machineId: string, kind: keyof typeof FAULTS): Promise<void> {
  await changeSimulated(home, machineId, (machine) => {
    if (machine.power !== 'running') throw new EngineError('host', `${machineId} does not run`, { retryable: false });
    return ended(machine, FAULTS[kind]);
  });
}

/** State for tests: the guest's disk, the console, the drives. Works from any process. */
export async function readSimulated(home: string, machineId: string): Promise<SimulatedMachine> {
  const machine = await new SimulatedStore(home).read(machineId);
  if (machine === null) throw new EngineError('absent', `there is no machine ${machineId}`, { retryable: false });
  return machine;
}

/** Changes the state of a guest: traffic counters, disk content. */
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
