/**
 * Reads the ready line: the boot id that a guest writes to a port of its own at the end of each boot (boot-hook.ts). A guest needs no agent
 * for it. Root in the guest can write anything to the port, as it can forge answers of an agent.
 *
 * QEMU returns each byte once, so the last line is kept in memory and in a file. A file of its own, because operations replace process.json
 * while they run, and would lose a line that was read meanwhile.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError, readIfThere, writeAtomic } from '../../atomic.ts';
import { BOOT_ID } from './agent-requests.ts';
import { READY } from './command.ts';
import type { MachineDirectory } from './directory.ts';
import type { Machines } from './machines.ts';
import type { Qmp } from './qmp.ts';
import { isRunningStatus } from './watch.ts';

interface ReadyLine {
  bootId: string;
  /** Epoch milliseconds before the line was read. 0 for a line from the file. */
  readAt: number;
}

export class ReadyLines {
  readonly #machines: Machines;
  readonly #lines = new Map<string, ReadyLine>();
  /** Epoch milliseconds of the last reset by machine id. */
  readonly #resets = new Map<string, number>();

  constructor(machines: Machines) {
    this.#machines = machines;
  }

  /**
   * Returns QEMU's answer to `query-status`, `null` if it does not answer, and the boot id of the last ready line since the last reset. The
   * boot id is `null` if there is none, if the guest is paused, or if QEMU was started without the port.
   */
  async read(directory: MachineDirectory): Promise<{ status: unknown; bootId: string | null }> {
    const hasPort = (await this.#machines.runningProcess(directory))?.readyPort === true;
    return this.#machines.mutex.runExclusive(lockOf(directory.machineId), async () => {
      const answer = await this.#machines
        .ask(directory, async (qmp) => {
          const status = await qmp.command('query-status');
          return { status, line: hasPort ? await readReadyLine(qmp) : null };
        })
        .catch(() => null);
      if (answer === null) return { status: null, bootId: null };
      const { status, line } = answer;
      await this.#keep(directory, line);
      return { status, bootId: hasPort && isRunningStatus(status) ? await this.#kept(directory) : null };
    });
  }

  /** Returns the boot id of the last ready line of a guest that is paused to move, or `null` if there is none. */
  async lastLine(directory: MachineDirectory, qmp: Qmp): Promise<string | null> {
    if ((await this.#machines.runningProcess(directory))?.readyPort !== true) return null;
    return this.#machines.mutex.runExclusive(lockOf(directory.machineId), async () => {
      await this.#keep(directory, await readReadyLine(qmp));
      return this.#kept(directory);
    });
  }

  /** Keeps the boot id of a guest that has moved to this node. Its earlier lines stayed on the other node. */
  async adopt(directory: MachineDirectory, bootId: string | null): Promise<void> {
    await this.clear(directory);
    if (bootId === null || !BOOT_ID.test(bootId)) return;
    await this.#machines.mutex.runExclusive(lockOf(directory.machineId), () =>
      this.#keep(directory, { bootId, readAt: Date.now() }),
    );
  }

  /** Discards the line of the boot that a reset ended at `resetAt` (epoch milliseconds). A line that was read later stays. */
  async discardBefore(directory: MachineDirectory, resetAt: number): Promise<void> {
    this.#resets.set(directory.machineId, resetAt);
    await this.#machines.mutex.runExclusive(lockOf(directory.machineId), async () => {
      if ((this.#lines.get(directory.machineId)?.readAt ?? 0) < resetAt) await this.#remove(directory);
    });
  }

  /** Discards what memory has of a process that has ended. Does not wait for a read, which takes seconds if QEMU hangs. */
  drop(machineId: string): void {
    this.#lines.delete(machineId);
    this.#resets.delete(machineId);
  }

  /** Discards everything about earlier processes, before a start. */
  async clear(directory: MachineDirectory): Promise<void> {
    await this.#machines.mutex.runExclusive(lockOf(directory.machineId), async () => {
      this.#resets.delete(directory.machineId);
      await this.#remove(directory);
    });
  }

  async #kept(directory: MachineDirectory): Promise<string | null> {
    const kept = this.#lines.get(directory.machineId);
    if (kept !== undefined) return kept.bootId;
    const bootId = await readIfThere(fileOf(directory));
    if (bootId === null || !BOOT_ID.test(bootId)) return null;
    this.#lines.set(directory.machineId, { bootId, readAt: 0 });
    return bootId;
  }

  async #keep(directory: MachineDirectory, line: ReadyLine | null): Promise<void> {
    // A line that was read before the reset belongs to the boot before.
    if (line === null || line.readAt <= (this.#resets.get(directory.machineId) ?? 0)) return;
    this.#lines.set(directory.machineId, line);
    // On a full disk the line is lost at the next restart of Innkeeper.
    await writeAtomic(fileOf(directory), line.bootId, { durable: false }).catch((error: unknown) => {
      if (!isNodeError(error, 'ENOSPC', 'EDQUOT')) throw error;
    });
  }

  async #remove(directory: MachineDirectory): Promise<void> {
    this.#lines.delete(directory.machineId);
    await rm(fileOf(directory), { force: true });
  }
}

/** Returns the last line since the last call that is a boot id, or `null` if there is none. */
export async function readReadyLine(qmp: Qmp): Promise<ReadyLine | null> {
  const readAt = Date.now();
  const text = await qmp.command('ringbuf-read', { device: READY.chardev, size: READY.bytes, format: 'base64' });
  const lines = typeof text === 'string' ? Buffer.from(text, 'base64').toString('latin1').split('\n') : [];
  const bootId = lines.map((line) => line.trim()).findLast((line) => BOOT_ID.test(line));
  return bootId === undefined ? null : { bootId, readAt };
}

const lockOf = (machineId: string) => `${machineId} ready`;
const fileOf = (directory: MachineDirectory) => join(directory.path, 'ready');
