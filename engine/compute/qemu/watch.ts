/** Watches one machine's QEMU over a dedicated monitor socket until the process ends or `stop` is called. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessRecord } from '../../host/process.ts';
import { isAlive } from '../../host/process.ts';
import { waitForExit } from './process.ts';
import { isRecord, Qmp, withQmp } from './qmp.ts';

export interface WatchListener {
  /** Called when the guest has shut itself down. QEMU stays, paused. */
  onHalted(): void;
  /** Called when the guest has reset, with the time in epoch milliseconds. */
  onReset(at: number): void;
  /** Called when the guest has stalled on a full host disk (true) or has resumed (false). */
  onStallChange(full: boolean): void;
  /** Called when the process has ended. No callback follows. */
  onExit(): void;
}

/** Poll interval in milliseconds while another process holds the socket or QEMU does not answer. */
const POLL_INTERVAL_MS = 1_000;

export class Watch {
  readonly record: ProcessRecord;
  readonly #directory: string;
  readonly #listener: WatchListener;
  #stopped = false;
  #qmp: Qmp | null = null;
  #outOfRoom = false;

  constructor(directory: string, record: ProcessRecord, listener: WatchListener) {
    this.record = record;
    this.#directory = directory;
    this.#listener = listener;
    void this.#run();
  }

  get isStalled(): boolean {
    return this.#outOfRoom;
  }

  /** Connection of the watch, or `null` while it has none. Closed by `stop`. */
  get qmp(): Qmp | null {
    return this.#qmp;
  }

  stop(): void {
    this.#stopped = true;
    this.#qmp?.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#listen();
      } catch {
        await this.#look().catch(() => undefined);
      }
      if (this.#stopped) return;
      if (!(await isAlive(this.record)) || (await waitForExit(this.record, POLL_INTERVAL_MS))) {
        if (!this.#stopped) this.#listener.onExit();
        return;
      }
      await sleep(100);
    }
  }

  /** Returns when the connection is gone. */
  async #listen(): Promise<void> {
    const qmp = await Qmp.connect(this.#directory, 'watch.sock', POLL_INTERVAL_MS);
    this.#qmp = qmp;
    try {
      await this.#follow(qmp);
    } finally {
      this.#qmp = null;
      qmp.close();
    }
  }

  async #follow(qmp: Qmp): Promise<void> {
    if (this.#stopped) qmp.close();
    // A QEMU that does not answer closes the connection, or is queried again with the next event.
    const judge = () =>
      void qmp
        .command('query-status')
        .then((status) => this.#judge(status))
        .catch(() => undefined);
    qmp.onEvent(({ event, at, data }) => {
      if (this.#stopped) return;
      if (event === 'SHUTDOWN' && data.guest === true) this.#listener.onHalted();
      if (event === 'RESET') this.#listener.onReset(at);
      if (event === 'STOP' || event === 'RESUME') judge();
    });
    this.#judge(await qmp.command('query-status'));
    await qmp.closed;
  }

  async #look(): Promise<void> {
    this.#judge(await withQmp(this.#directory, 'act.sock', (qmp) => qmp.command('query-status')));
  }

  #judge(status: unknown): void {
    if (this.#stopped) return;
    if (isHaltedStatus(status)) this.#listener.onHalted();
    const full = isStalledStatus(status);
    if (full === this.#outOfRoom) return;
    this.#outOfRoom = full;
    this.#listener.onStallChange(full);
  }
}

/** Returns whether `query-status` reports a failed write because the host's disk is full. QEMU then pauses the guest. */
export function isStalledStatus(status: unknown): boolean {
  return isRecord(status) && status.status === 'io-error';
}

/** Returns whether `query-status` reports that the guest runs. It does not while it is paused, stalled or halted. */
export function isRunningStatus(status: unknown): boolean {
  return isRecord(status) && status.status === 'running';
}

/** Returns whether `query-status` reports that the guest shut itself down. */
export function isHaltedStatus(status: unknown): boolean {
  return isRecord(status) && status.status === 'shutdown';
}
