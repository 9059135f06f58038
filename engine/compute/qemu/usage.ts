/**
 * Measures the resource usage of running machines with QEMU, /proc and the counters of taps. A watched guest costs one command on its
 * existing connection and one read of /proc per vCPU. The agent is asked only after the guest has written to its disk. Small writes wait
 * until the last answer is too old.
 */
import { readFileSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessRecord } from '../../host/process.ts';
import type { MachineUsage } from '../port.ts';
import type { MachineDirectory, MachineRecord } from './directory.ts';
import { LinkCounters } from './link-counters.ts';
import { agentListens, type Machines } from './machines.ts';
import { isRecord, type Qmp, records } from './qmp.ts';
import { rootUsage } from './root-usage.ts';
import type { Watch } from './watch.ts';

/** Clock ticks per second of /proc, identical on all Linux hosts that Debian supports. */
const TICKS = 100;
/** QEMU answers in 0.3 ms, an agent in a few ms. */
const MEASURE_MS = 2_000;
/** Bytes written after which the agent's answer is outdated, whatever its age. */
const MUCH_WRITTEN_BYTES = 16 * 2 ** 20;

/** Data that does not change while the process runs, and the agent's last answer. */
interface MeasuredProcess {
  machine: MachineRecord;
  record: ProcessRecord;
  /** Thread ids of the vCPUs. */
  threads: readonly number[];
  disk?: { usedBytes: number; askedAt: number; writtenBytes: number };
}

type Counters = Omit<MachineUsage, 'diskBytes'>;

export class Measurements {
  readonly #machines: Machines;
  readonly #links: LinkCounters;
  readonly #watched = new WeakMap<Watch, MeasuredProcess>();

  constructor(machines: Machines, links = new LinkCounters()) {
    this.#machines = machines;
    this.#links = links;
  }

  /** Measures a guest that is watched over `qmp`. Returns `null` if it no longer exists. */
  async ofWatched(directory: MachineDirectory, watch: Watch, qmp: Qmp, diskMaxAgeMs: number): Promise<MachineUsage | null> {
    const known = this.#watched.get(watch) ?? (await readProcess(directory, watch.record, qmp));
    if (known === null) return null;
    this.#watched.set(watch, known);
    const counters = await this.#counters(known, qmp);
    const { diskWrittenBytes: writtenBytes } = counters;
    const now = performance.now();
    if (known.disk && diskMaxAgeMs > 0) {
      const written = writtenBytes - known.disk.writtenBytes;
      const isFresh = written === 0 || (written < MUCH_WRITTEN_BYTES && now - known.disk.askedAt < diskMaxAgeMs);
      if (isFresh) return { ...counters, diskBytes: known.disk.usedBytes };
    }
    // Without an agent, no answer will come.
    const usedBytes = (await agentListens(qmp)) ? await this.#askAgent(directory, known) : null;
    if (usedBytes !== null) known.disk = { usedBytes, writtenBytes, askedAt: now };
    return { ...counters, diskBytes: usedBytes ?? (await fileBytes(directory, known)) };
  }

  /** Measures a guest that is not watched, for example because its connection has just broken. */
  async measureUnwatched(directory: MachineDirectory, record: ProcessRecord): Promise<MachineUsage | null> {
    const seen = await this.#machines.ask(directory, async (qmp) => {
      const known = await readProcess(directory, record, qmp);
      return known && { known, counters: await this.#counters(known, qmp) };
    });
    if (seen === null) return null;
    const usedBytes = await this.#askAgent(directory, seen.known);
    return { ...seen.counters, diskBytes: usedBytes ?? (await fileBytes(directory, seen.known)) };
  }

  async #counters({ machine, record, threads }: MeasuredProcess, qmp: Qmp): Promise<Counters> {
    const blocks = await qmp.command('query-blockstats', {}, MEASURE_MS);
    const disk = records(blocks).find(({ qdev }) => String(qdev).includes('disk0'));
    const stats = isRecord(disk?.stats) ? disk.stats : {};
    return {
      cpuSeconds: threads.reduce((sum, thread) => sum + cpuSeconds(record.pid, thread), 0),
      diskReadBytes: Number(stats.rd_bytes) || 0,
      diskWrittenBytes: Number(stats.wr_bytes) || 0,
      ...(await netBytes(machine, this.#links)),
    };
  }

  /**
   * Returns the bytes used on the root file system, or `null` without a valid answer. In rescue mode the root file system is not on the
   * machine's disk.
   */
  #askAgent(directory: MachineDirectory, { machine, record }: MeasuredProcess): Promise<number | null> {
    if (record.rescue === true) return Promise.resolve(null);
    const diskBytes = machine.spec.diskGb * 2 ** 30;
    return this.#machines.agent(directory, MEASURE_MS, (ask) => rootUsage(ask, diskBytes)).catch(() => null);
  }
}

async function readProcess(directory: MachineDirectory, record: ProcessRecord, qmp: Qmp): Promise<MeasuredProcess | null> {
  const machine = await directory.readMachine();
  if (machine === null) return null;
  const cpus = records(await qmp.command('query-cpus-fast', {}, MEASURE_MS));
  return { machine, record, threads: cpus.map((cpu) => Number(cpu['thread-id'])) };
}

/**
 * Returns the CPU time of a thread. Synchronous, because /proc never waits for a disk. A thread of the pool costs five times as much as the
 * read.
 */
function cpuSeconds(pid: number, thread: number): number {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1');
  } catch {
    // The thread has ended.
    return 0;
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS || 0;
}

async function fileBytes(directory: MachineDirectory, { machine }: MeasuredProcess): Promise<number> {
  return (await lstat(join(directory.vm, machine.disk))).blocks * 512;
}

/**
 * Returns the bytes of the network card. Bytes sent by the tap were received by the guest. QEMU's user-mode network has no counters, so it
 * returns zeros. Throws if the tap is unreadable: zeros would look like a restarted counter, and the next reading would count all bytes
 * again.
 */
async function netBytes({ spec }: MachineRecord, links: LinkCounters): Promise<Pick<MachineUsage, 'netInBytes' | 'netOutBytes'>> {
  const { plug } = spec.nic;
  if (plug.kind !== 'tap') return { netInBytes: 0, netOutBytes: 0 };
  const { rx, tx } = await links.readBytes(plug.namespace, plug.device);
  return { netInBytes: tx, netOutBytes: rx };
}
