/** Moves of running machines: the operations of the port, with a machine's mutex and the streams of this process. */
import type { Duplex } from 'node:stream';
import { EngineError } from '../../../error.ts';
import type { MemoryTransfer, MovePort, MoveStream } from '../../move-port.ts';
import type { JoinedStreams } from '../../move-streams.ts';
import { connectIn } from '../../socket.ts';
import type { MachineDirectory } from '../directory.ts';
import type { Machines } from '../machines.ts';
import type { Power } from '../power.ts';
import { socketsIn } from '../sockets.ts';
import { endSending, SOCKETS } from './monitor.ts';
import { readOffer } from './offer.ts';
import { receive, removeIncoming, take } from './receive.ts';
import { sendDisk } from './send-disk.ts';
import { sendMemory } from './send-memory.ts';

const CONNECT_MS = 5_000;

export class QemuMoves implements MovePort {
  readonly #machines: Machines;
  readonly #power: Power;
  /** Controllers of running transfers, by machine id. */
  readonly #sending = new Map<string, AbortController>();
  /** Streams of disks that are kept equal, by machine id. */
  readonly #disks = new Map<string, JoinedStreams>();
  /** Streams of receiving machines that nobody has connected to, by machine id. */
  readonly #unconnected = new Map<string, Set<MoveStream>>();

  constructor(machines: Machines, power: Power) {
    this.#machines = machines;
    this.#power = power;
  }

  /** Closes all streams, as the end of this process would. */
  close(): void {
    for (const machineId of this.#disks.keys()) this.#closeDisk(machineId);
  }

  readonly offer: MovePort['offer'] = (machineId) =>
    this.#machines.runExclusive(machineId, (directory) => readOffer(this.#machines, directory));

  readonly receive: MovePort['receive'] = (spec, offer) =>
    this.#machines.runExclusive(spec.machineId, async (directory) => {
      this.#unconnected.delete(spec.machineId);
      await receive(this.#ends, directory, spec, offer);
      this.#unconnected.set(spec.machineId, new Set(['disk', 'memory']));
    });

  readonly connect: MovePort['connect'] = (machineId, stream) =>
    this.#machines.runExclusive(machineId, async ({ vm }) => {
      if (this.#unconnected.get(machineId)?.delete(stream) !== true)
        throw new EngineError('guest', `${machineId} does not wait for its ${stream}`, { retryable: false });
      return connectIn(await socketsIn(vm), SOCKETS[stream], CONNECT_MS);
    });

  readonly sendDisk: MovePort['sendDisk'] = (machineId, transfer) =>
    this.#send(machineId, transfer.stream, async (directory, signal) => {
      await readOffer(this.#machines, directory);
      const machine = await directory.requireMachine();
      await this.#endSending(directory, false);
      const all = transfer.signal === undefined ? signal : AbortSignal.any([signal, transfer.signal]);
      this.#disks.set(machineId, await sendDisk(this.#machines, directory, machine, { ...transfer, signal: all }));
    });

  readonly sendMemory: MovePort['sendMemory'] = (machineId, { commit, stream, hold }) =>
    this.#send(machineId, stream, (directory, signal) => this.#sendMemory(directory, { stream, hold, signal }), commit);

  readonly take: MovePort['take'] = (machineId, moved) =>
    this.#machines.runExclusive(machineId, (directory) => take(this.#ends, directory, moved));

  readonly abandon: MovePort['abandon'] = (machineId, { moved = false } = {}) => {
    this.#sending.get(machineId)?.abort(new EngineError('guest', `the move of ${machineId} was abandoned`, { retryable: false }));
    return this.#machines.runExclusive(machineId, async (directory) => {
      const machine = await directory.readMachine();
      this.#unconnected.delete(machineId);
      if (machine?.incoming === true) await removeIncoming(this.#machines, directory);
      else await this.#endSending(directory, !moved);
    });
  };

  /**
   * Runs a transfer. After a failure the guest runs on as before. `commit` follows a success, and its failure leaves the guest paused,
   * because nobody knows whether the row has changed.
   */
  #send<T>(
    machineId: string,
    stream: Duplex,
    transfer: (directory: MachineDirectory, signal: AbortSignal) => Promise<T>,
    commit: (sent: T) => Promise<void> = async () => undefined,
  ): Promise<void> {
    // An unhandled error event would end our process. Users of the stream see its close.
    stream.on('error', () => stream.destroy());
    return this.#machines.runExclusive(machineId, async (directory) => {
      const ending = new AbortController();
      this.#sending.set(machineId, ending);
      try {
        const signal = AbortSignal.any([ending.signal, this.#machines.closing.signal]);
        const sent = await transfer(directory, signal).catch(async (error: unknown) => {
          stream.destroy();
          await this.#endSending(directory, true);
          if (!this.#machines.closing.signal.aborted) throw error;
          throw new EngineError('host', `the move of ${machineId} was interrupted`, { cause: error });
        });
        await commit(sent);
      } finally {
        this.#sending.delete(machineId);
      }
    });
  }

  async #endSending(directory: MachineDirectory, resumes: boolean): Promise<void> {
    this.#closeDisk(directory.machineId);
    const machine = await directory.readMachine();
    if (machine === null || (await this.#machines.runningProcess(directory)) === null) return;
    await this.#machines.ask(directory, (qmp) => endSending(qmp, machine, { resumes }));
  }

  async #sendMemory(directory: MachineDirectory, transfer: Omit<MemoryTransfer, 'commit'> & { signal: AbortSignal }) {
    const { machineId } = directory;
    const qmp = this.#power.watchOf(machineId)?.qmp;
    if (qmp === undefined || !this.#disks.has(machineId)) throw new EngineError('guest', `the disk of ${machineId} was not sent`);
    const closeDisk = () => this.#closeDisk(machineId);
    const lastLine = () => this.#power.lastReadyLine(directory, qmp);
    const moved = await sendMemory({ machines: this.#machines, directory, qmp, lastLine, closeDisk }, transfer);
    closeDisk();
    return moved;
  }

  #closeDisk(machineId: string): void {
    this.#disks.get(machineId)?.destroy();
    this.#disks.delete(machineId);
  }

  get #ends() {
    return { machines: this.#machines, power: this.#power };
  }
}
