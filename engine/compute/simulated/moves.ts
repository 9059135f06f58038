/** Moves of simulated machines. Each stream carries one line of JSON, which the destination confirms by a line. */
import { type Duplex, duplexPair } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../../error.ts';
import type { MoveOffer, MovePort, MoveStream } from '../move-port.ts';
import { lineCutter } from '../socket.ts';
import { createDisk, type SimulatedDisk } from './disk.ts';
import { createMachine, type SimulatedMachine } from './machine.ts';
import { requireRunning } from './require.ts';

const MAX_LINE = 16 << 20;
const CONFIRMATION = 'ok';

export interface SimulatedMoveHost {
  /** Runs an operation on a machine after all operations that were started before. */
  act<T>(act: keyof MovePort, machineId: string, body: (machine: SimulatedMachine | null) => Promise<T>): Promise<T>;
  save(machine: SimulatedMachine): Promise<void>;
  remove(machineId: string): Promise<void>;
  copyDelayMs: number;
}

export class SimulatedMoves implements MovePort {
  readonly #host: SimulatedMoveHost;
  readonly #sending = new Map<string, AbortController>();
  readonly #disks = new Map<string, Duplex>();
  readonly #unconnected = new Map<string, Set<MoveStream>>();

  constructor(host: SimulatedMoveHost) {
    this.#host = host;
  }

  /** Closes all streams, as the end of this process would. */
  close(): void {
    for (const ending of this.#sending.values()) ending.abort(new EngineError('host', 'the engine was closed'));
    for (const machineId of this.#disks.keys()) this.#closeDisk(machineId);
  }

  readonly offer: MovePort['offer'] = (machineId) =>
    this.#host.act('offer', machineId, async (machine) => offerOf(machine, machineId));

  readonly receive: MovePort['receive'] = (spec, { machineType, linkUp }) =>
    this.#host.act('receive', spec.machineId, async (machine) => {
      this.#unconnected.delete(spec.machineId);
      if (machine !== null && machine.incoming === undefined)
        throw new EngineError('guest', `${spec.machineId} is already on this node`, { retryable: false });
      if (machineType !== 'simulated')
        throw new EngineError('unsupported', `${spec.machineId} cannot be simulated`, { retryable: false });
      const blank = await createDisk({ from: 'blank' }, spec.diskGb);
      await this.#host.save({ ...createMachine(spec, blank), linkUp, incoming: 'waiting' });
      this.#unconnected.set(spec.machineId, new Set(['disk', 'memory']));
    });

  readonly connect: MovePort['connect'] = (machineId, stream) =>
    this.#host.act('connect', machineId, async () => {
      if (this.#unconnected.get(machineId)?.delete(stream) !== true)
        throw new EngineError('guest', `${machineId} does not wait for its ${stream}`, { retryable: false });
      const [near, far] = duplexPair();
      this.#arrive(machineId, stream, far).catch(() => far.destroy());
      return near;
    });

  readonly sendDisk: MovePort['sendDisk'] = (machineId, { stream, onProgress = () => undefined, signal }) =>
    this.#send('sendDisk', machineId, stream, async (machine, ending) => {
      const either = signal === undefined ? ending : AbortSignal.any([ending, signal]);
      for (const percent of [0, 25, 50, 75]) {
        onProgress(percent);
        await sleep(this.#host.copyDelayMs / 4, undefined, { signal: either });
      }
      await deliver(stream, machine.disk, either);
      this.#disks.set(machineId, stream);
      onProgress(100);
    });

  readonly sendMemory: MovePort['sendMemory'] = (machineId, { stream, hold, commit }) =>
    this.#send(
      'sendMemory',
      machineId,
      stream,
      async (machine, ending) => {
        const disk = this.#disks.get(machineId);
        if (disk === undefined || disk.destroyed) throw new EngineError('guest', `the disk of ${machineId} was not sent`);
        await this.#host.save({ ...machine, sent: true });
        await hold();
        await deliver(stream, machine, ending);
        this.#closeDisk(machineId);
        return { bootId: machine.bootId };
      },
      commit,
    );

  readonly take: MovePort['take'] = (machineId) =>
    this.#host.act('take', machineId, async (machine) => {
      if (machine === null) throw new EngineError('absent', `${machineId} was not received`, { retryable: false });
      const { incoming, ...taken } = machine;
      if (incoming === undefined) return;
      if (incoming === 'waiting') throw new EngineError('guest', `the memory of ${machineId} has not arrived`);
      await this.#host.save(taken);
    });

  readonly abandon: MovePort['abandon'] = (machineId, { moved = false } = {}) => {
    this.#sending.get(machineId)?.abort(new EngineError('guest', `the move of ${machineId} was abandoned`, { retryable: false }));
    return this.#host.act('abandon', machineId, async (machine) => {
      this.#unconnected.delete(machineId);
      this.#closeDisk(machineId);
      if (machine?.incoming !== undefined) await this.#host.remove(machineId);
      else if (machine !== null && !moved) await this.#host.save(resumed(machine));
    });
  };

  /** Runs a transfer. After a failure the machine runs on. `commit` follows a success, and its failure leaves the machine paused. */
  #send<T>(
    act: 'sendDisk' | 'sendMemory',
    machineId: string,
    stream: Duplex,
    transfer: (machine: SimulatedMachine, signal: AbortSignal) => Promise<T>,
    commit: (sent: T) => Promise<void> = async () => undefined,
  ): Promise<void> {
    stream.on('error', () => stream.destroy());
    return this.#host.act(act, machineId, async (machine) => {
      const ending = new AbortController();
      this.#sending.set(machineId, ending);
      try {
        offerOf(machine, machineId);
        const sent = await transfer(requireRunning(machine, machineId), ending.signal).catch(async (error: unknown) => {
          stream.destroy();
          this.#closeDisk(machineId);
          await this.#host.save(resumed(requireRunning(machine, machineId)));
          throw ending.signal.aborted ? ending.signal.reason : error;
        });
        await commit(sent);
      } finally {
        this.#sending.delete(machineId);
      }
    });
  }

  /** Stores what arrives at the destination, and confirms it. */
  async #arrive(machineId: string, stream: MoveStream, far: Duplex): Promise<void> {
    const text = await readLine(far);
    await this.#host.act('receive', machineId, async (machine) => {
      if (machine?.incoming === undefined) throw new EngineError('guest', `${machineId} does not wait for its ${stream}`);
      if (stream === 'disk') return this.#host.save({ ...machine, disk: JSON.parse(text) as SimulatedDisk });
      // Counters belong to the process and the card, which are new here.
      const { spec: _theirs, linkUp: _link, sent: _sent, used: _used, ...state } = JSON.parse(text) as SimulatedMachine;
      await this.#host.save({ ...machine, ...state, incoming: 'whole' });
    });
    far.write(`${CONFIRMATION}\n`);
  }

  #closeDisk(machineId: string): void {
    this.#disks.get(machineId)?.destroy();
    this.#disks.delete(machineId);
  }
}

function offerOf(machine: SimulatedMachine | null, machineId: string): MoveOffer {
  const { spec, linkUp, bootedFrom } = requireRunning(machine, machineId);
  const { primary, secondary } = spec.media;
  if (bootedFrom === 'rescue' || primary !== null || secondary !== null)
    throw new EngineError('unsupported', `${machineId} has an ISO in a drive or runs the rescue system`, { retryable: false });
  const sizes = { diskBytes: spec.diskGb * 2 ** 30, seedBytes: 2 ** 20 };
  const networkCard = spec.nic.plug.kind !== 'none';
  return { machineType: 'simulated', cpuDigest: 'simulated', ...sizes, readyPort: true, networkCard, linkUp };
}

function resumed({ sent: _paused, ...machine }: SimulatedMachine): SimulatedMachine {
  return machine;
}

/** Writes a line and waits until the destination confirms it. */
async function deliver(stream: Duplex, value: unknown, signal: AbortSignal): Promise<void> {
  stream.write(`${JSON.stringify(value)}\n`);
  const close = () => stream.destroy();
  signal.addEventListener('abort', close);
  try {
    if ((await readLine(stream)) !== CONFIRMATION) throw new EngineError('host', 'the other node did not confirm the move');
  } finally {
    signal.removeEventListener('abort', close);
  }
}

function readLine(stream: Duplex): Promise<string> {
  const cut = lineCutter(MAX_LINE);
  return new Promise((resolve, reject) => {
    const broken = () => reject(new EngineError('host', 'the other node closed the connection'));
    if (stream.destroyed) return broken();
    stream.once('close', broken);
    stream.once('end', broken);
    stream.once('error', broken);
    stream.on('data', (chunk: Buffer) => {
      const lines = cut(chunk);
      if (lines === null) stream.destroy();
      else if (lines[0] !== undefined) resolve(lines[0]);
    });
  });
}
