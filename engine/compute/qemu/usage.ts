/**
 * Resource usage of running machines, from QEMU, /proc and the counters of taps. Of a guest that is watched it costs one command on the
 * connection that watches it and a read of /proc per vCPU; its agent is asked only once the guest has written to its disk, and then not at once
 * unless it was much.
 */
import { readFileSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MachineUsage } from '../port.ts';
import type { MachineDirectory, MachineRecord, ProcessRecord } from './directory.ts';
import { LinkCounters } from './link-counters.ts';
import { agentListens, type Machines } from './machines.ts';
import { isRecord, type Qmp, records } from './qmp.ts';
import { rootUsage } from './root-usage.ts';
import type { Watch } from './watch.ts';

/** Clock ticks per second of /proc; the same on all Linux hosts that Debian runs on. */
const TICKS = 100;
/** QEMU answers in 0.3 ms, an agent in a few. */
const MEASURE_MS = 2_000;
/** After so much an answer of the agent is old, whatever its age. */
const MUCH_WRITTEN_BYTES = 16 * 2 ** 20;

/** What stays the same as long as the process runs, and the agent's last answer. */
interface Process {
  machine: MachineRecord;
  record: ProcessRecord;
  /** Of its vCPUs. */
  threads: readonly number[];
  disk?: { usedBytes: number; askedAt: number; writtenBytes: number };
}

type Counters = Omit<MachineUsage, 'diskBytes'>;

export class Measurements {
  readonly #machines: Machines;
  readonly #links: LinkCounters;
  readonly #watched = new WeakMap<Watch, Process>();

  constructor(machines: Machines, links = new LinkCounters()) {
    this.#machines = machines;
    this.#links = links;
  }

  /** Of a guest that is watched over `qmp`. Null when it does not exist any more. */
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
    // Without an agent there is no answer to wait for.
    const usedBytes = (await agentListens(qmp)) ? await this.#askAgent(directory, known) : null;
    if (usedBytes !== null) known.disk = { usedBytes, writtenBytes, askedAt: now };
    return { ...counters, diskBytes: usedBytes ?? (await fileBytes(directory, known)) };
  }

  /** Of one that is not, such as one whose connection has just broken. */
  async ofUnwatched(directory: MachineDirectory, record: ProcessRecord): Promise<MachineUsage | null> {
    const seen = await this.#machines.ask(directory, async (qmp) => {
      const known = await readProcess(directory, record, qmp);
      return known && { known, counters: await this.#counters(known, qmp) };
    });
    if (seen === null) return null;
    const usedBytes = await this.#askAgent(directory, seen.known);
    return { ...seen.counters, diskBytes: usedBytes ?? (await fileBytes(directory, seen.known)) };
  }

  async #counters({ machine, record, threads }: Process, qmp: Qmp): Promise<Counters> {
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

  /** Bytes used on its root file system; null without a valid answer. Those mounted by the rescue system are not the machine's disk. */
  #askAgent(directory: MachineDirectory, { machine, record }: Process): Promise<number | null> {
    if (record.rescue === true) return Promise.resolve(null);
    const diskBytes = machine.spec.diskGb * 2 ** 30;
    return this.#machines.agent(directory, MEASURE_MS, (ask) => rootUsage(ask, diskBytes)).catch(() => null);
  }
}

async function readProcess(directory: MachineDirectory, record: ProcessRecord, qmp: Qmp): Promise<Process | null> {
  const machine = await directory.machine();
  if (machine === null) return null;
  const cpus = records(await qmp.command('query-cpus-fast', {}, MEASURE_MS));
  return { machine, record, threads: cpus.map((cpu) => Number(cpu['thread-id'])) };
}

/** Synchronous, since /proc never waits for a disk, and a thread of the pool costs five times as much as the read. */
function cpuSeconds(pid: number, thread: number): number {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1');
  } catch {
    // It has ended.
    return 0;
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS || 0;
}

async function fileBytes(directory: MachineDirectory, { machine }: Process): Promise<number> {
  return (await lstat(join(directory.vm, machine.disk))).blocks * 512;
}

/**
 * Bytes sent by the tap were received by the guest. QEMU's user-mode network has no counters: zeros. An unreadable tap fails:
 * zeros would look like a restarted counter, and the next reading would count all bytes again.
 */
async function netBytes({ spec }: MachineRecord, links: LinkCounters): Promise<Pick<MachineUsage, 'netInBytes' | 'netOutBytes'>> {
  const { plug } = spec.nic;
  if (plug.kind !== 'tap') return { netInBytes: 0, netOutBytes: 0 };
  const { rx, tx } = await links.of(plug.namespace, plug.device);
  return { netInBytes: tx, netOutBytes: rx };
}
