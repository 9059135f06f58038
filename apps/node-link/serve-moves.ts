/** Answers the source of a move, if this node is its destination. The rows of workflow and server are read for each request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { MovedState } from '@innkeeper/engine/compute/move-port';
import type { ComputePort } from '@innkeeper/engine/compute/port';
import { EngineError } from '@innkeeper/engine/error';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import { type RunningMove, refusalOfMove } from '@innkeeper/model/net/node-link';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { bodyOf } from '../guest-access/bounded-body.ts';
import { joinEnds } from './join.ts';
import { LINK_LIMITS } from './limits.ts';
import { type AskedMove, type MoveRefusal, parseMoveRequest, STREAM_PROTOCOL, TakeBody } from './move-requests.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';

export interface MoveServerOptions {
  /** Name of this node. */
  own: string;
  findRunningMove(serverId: number): Promise<RunningMove | undefined>;
  /** Lists the servers of running moves whose rows name this node, with the node that sent each. */
  listArrivedMoves(): Promise<{ serverId: number; from: string }[]>;
  compute: Pick<ComputePort, 'connect' | 'take'>;
  network: Pick<NetworkPort, 'release'>;
  log: { warn(fields: object, message: string): void };
}

export interface MoveServer {
  handle(request: IncomingMessage, response: ServerResponse, peer: string): void;
  upgrade(request: IncomingMessage, socket: Duplex, peer: string): void;
  /**
   * Closes the streams of moves that have ended, and starts received machines whose source could not ask for it. Call it at intervals.
   */
  follow(): Promise<void>;
}

interface OpenStream extends AskedMove {
  peer: string;
  destroy(): void;
}

type Refusal = { status: 403 | 404 } | { status: 400 | 409 | 503; body: MoveRefusal };

const NOT_NOW: MoveRefusal = { message: 'the move is not at this step', retryable: false };

/** Creates the handlers. A stream has no time limit, since the engine of the source has limits. */
export function moveServer({ own, findRunningMove, listArrivedMoves, compute, network, log }: MoveServerOptions): MoveServer {
  /** Streams by path. A machine that was received again gets new ones. */
  const streams = new Map<string, OpenStream>();

  /** Servers whose memory came, with the node that sent it. */
  const received = new Map<number, { peer: string; isDue: boolean }>();
  let knowsEarlier = false;

  /** Reads once what an earlier process of this worker has received. The source may be away, and would not ask again. */
  const readEarlier = async (): Promise<void> => {
    if (knowsEarlier) return;
    for (const { serverId, from } of await listArrivedMoves())
      if (!received.has(serverId)) received.set(serverId, { peer: from, isDue: false });
    knowsEarlier = true;
  };

  const judge = async ({ serverId, what }: AskedMove, peer: string): Promise<Refusal | null> => {
    const status = refusalOfMove(await findRunningMove(serverId), { own, peer, what });
    if (status === null) return null;
    return status === 409 ? { status, body: NOT_NOW } : { status };
  };

  const failure = (error: unknown, asked: AskedMove): Refusal => {
    if (!(error instanceof EngineError)) log.warn({ err: error, ...asked }, 'a move from another node failed');
    const message = error instanceof EngineError ? error.message.slice(0, 300) : 'failed';
    const isRefusal = error instanceof EngineError && ['guest', 'absent', 'unsupported'].includes(error.kind);
    return isRefusal
      ? { status: 409, body: { message, retryable: error.retryable } }
      : { status: 503, body: { message, retryable: true } };
  };

  const openStream = async (asked: AskedMove, socket: Duplex, peer: string): Promise<Refusal | null> => {
    const { serverId, what } = asked;
    if (what === 'take') return { status: 400, body: { message: 'take has no stream', retryable: false } };
    const refusal = await judge(asked, peer);
    if (refusal !== null) return refusal;
    const stream = await compute.connect(machineIdOf(serverId), what);
    if (socket.destroyed) {
      stream.destroy();
      return null;
    }
    const key = `${serverId} ${what}`;
    // The engine connects each stream of a received machine once, so an open one is of an earlier attempt.
    streams.get(key)?.destroy();
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${STREAM_PROTOCOL}\r\n\r\n`);
    const opened = { ...asked, peer, destroy: joinEnds(socket, stream) };
    streams.set(key, opened);
    if (what === 'memory') received.set(serverId, { peer, isDue: false });
    socket.once('close', () => {
      if (streams.get(key) === opened) streams.delete(key);
    });
    return null;
  };

  const take = async (asked: AskedMove, request: IncomingMessage, peer: string): Promise<Refusal | null> => {
    const late = setTimeout(() => request.destroy(), LINK_LIMITS.headMs);
    const body = await bodyOf(request, LINK_LIMITS.bodyBytes)
      .then((bytes) => TakeBody.parse(JSON.parse(String(bytes))))
      .catch(() => null)
      .finally(() => clearTimeout(late));
    if (body === null) return { status: 400, body: { message: 'not the body of take', retryable: false } };
    const refusal = await judge(asked, peer);
    if (refusal !== null) return refusal;
    await start(asked.serverId, body);
    return null;
  };

  const start = async (serverId: number, moved: MovedState): Promise<void> => {
    const machineId = machineIdOf(serverId);
    // The last step of the move releases the card again, so the guest does not wait for a failure.
    await network.release(machineId).catch((error: unknown) => {
      log.warn({ err: error, machineId }, 'a moved server is not reachable yet');
    });
    await compute.take(machineId, moved);
    received.delete(serverId);
  };

  /** Starts a machine whose row names this node, if its source has died or lost the link since. Otherwise the source asks within the interval. */
  const startForgotten = async (serverId: number, one: { peer: string; isDue: boolean }): Promise<void> => {
    const move = await findRunningMove(serverId);
    const status = refusalOfMove(move, { own, peer: one.peer, what: 'take' });
    if (status === 403 || status === 404) received.delete(serverId);
    if (status !== null) return;
    if (one.isDue) await start(serverId, { bootId: move?.bootId ?? null });
    one.isDue = true;
  };

  return {
    handle(request, response, peer) {
      const asked = parseMoveRequest(request.method, request.url);
      if (asked?.what !== 'take') return void response.writeHead(426, { upgrade: STREAM_PROTOCOL }).end();
      void take(asked, request, peer)
        .catch((error: unknown) => failure(error, asked))
        .then((refusal) => {
          if (refusal === null) return response.writeHead(204).end();
          response.writeHead(refusal.status, { 'content-type': 'application/json' });
          return response.end('body' in refusal ? JSON.stringify(refusal.body) : undefined);
        });
    },
    upgrade(request, socket, peer) {
      const asked = parseMoveRequest(request.method, request.url);
      if (asked === null || request.headers.upgrade !== STREAM_PROTOCOL) return refuseUpgrade(socket, 400);
      void openStream(asked, socket, peer)
        .catch((error: unknown) => failure(error, asked))
        .then((refusal) => {
          if (refusal !== null) refuseUpgrade(socket, refusal.status, 'body' in refusal ? refusal.body : undefined);
        });
    },
    async follow() {
      await readEarlier();
      for (const stream of [...streams.values()]) if ((await judge(stream, stream.peer)) !== null) stream.destroy();
      for (const [serverId, one] of [...received])
        await startForgotten(serverId, one).catch((error: unknown) => {
          log.warn({ err: error, serverId }, 'a moved server does not start yet');
        });
    },
  };
}

/** Returns whether a request is about a machine that moves to this node. */
export const isMoveRequest = (method: string, path: string): boolean => parseMoveRequest(method, path) !== null;
