/**
 * Requests for a WebSocket pass the same guards as all others: Fastify routes them, and only the console's handler turns one into
 * a WebSocket. Any other upgrade that a request offers is declined by replying as if it had not asked (RFC 9110, 7.8): body,
 * limits and keep-alive are those of every request.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { closeWithLinger } from '../connections/linger.ts';

export interface Upgrades {
  /** Whether it asks for a WebSocket that can be granted. */
  isWanted(request: Pick<FastifyRequest, 'raw'>): boolean;
  /** Takes the reply over from Fastify. Throws when the client has disconnected. */
  accept(request: FastifyRequest, reply: FastifyReply): Promise<WebSocket>;
}

/** Of a client's message: key strokes, mouse movements, and pasted text. */
const MAX_BYTES = 1024 * 1024;

const KEY = /^[+/0-9A-Za-z]{22}==$/;

interface Waiting {
  socket: Duplex;
  head: Buffer;
  response: ServerResponse;
}

/** The only path with WebSockets. */
export const CONSOLE_PATH = '/v1/console/';

function asksForWebSocket({ method, url = '', headers }: IncomingMessage): boolean {
  const { upgrade, 'sec-websocket-key': key, 'sec-websocket-version': version } = headers;
  if (method !== 'GET' || !url.startsWith(CONSOLE_PATH)) return false;
  // Node would read no body of it.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  return upgrade?.toLowerCase() === 'websocket' && version === '13' && KEY.test(key ?? '');
}

/**
 * Node's class of requests, but for `upgrade`, by which Node decides whether it hands the connection over: that is only for a
 * WebSocket, and only while no earlier request of the connection is pending.
 */
export function upgradableRequests(isBusy: (socket: Socket) => boolean): typeof IncomingMessage {
  return class extends IncomingMessage {
    // Declared only: Node's constructor sets `upgrade` before a field of ours would be made.
    declare offered: boolean | undefined;
    declare granted: boolean | undefined;

    /** Node asks when the head is whole, and again while it reads on: the first word stands. */
    get upgrade(): boolean {
      if (!this.offered) return false;
      this.granted ??= asksForWebSocket(this) && !isBusy(this.socket);
      return this.granted;
    }

    set upgrade(offered: boolean | null) {
      this.offered = offered === true;
    }
  };
}

export function openUpgrades(app: FastifyInstance, lingerMs: number): Upgrades {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_BYTES,
    perMessageDeflate: false,
    // What noVNC offers; a browser disconnects when none of its offers is accepted.
    handleProtocols: (offered) => offered.has('binary') && 'binary',
  });
  const waiting = new WeakMap<IncomingMessage, Waiting>();

  app.server.on('upgrade', (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node has removed its own listener.
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(raw);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.once('finish', () => closeWithLinger(socket, lingerMs));
    waiting.set(raw, { socket, head, response });
    app.routing(raw, response);
  });

  return {
    isWanted: ({ raw }) => waiting.has(raw),
    accept({ raw }, reply) {
      return new Promise((resolve, reject) => {
        const found = waiting.get(raw);
        if (!found || found.socket.destroyed) return reject(new Error('the client is gone'));
        reply.hijack();
        found.response.detachSocket(found.socket as Socket);
        found.socket.once('close', () => reject(new Error('the client is gone')));
        sockets.handleUpgrade(raw, found.socket, found.head, resolve);
      });
    },
  };
}
