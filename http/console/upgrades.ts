/**
 * WebSocket upgrades that pass the usual guards.
 *
 * Fastify routes upgrade requests like all others, and only the console's handler turns one into a WebSocket. Any other offered upgrade is
 * declined by a normal reply (RFC 9110, 7.8), with the usual body, limits and keep-alive.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { closeWithLinger } from '../connections/linger.ts';
import { CONSOLE_PATH } from '../paths.ts';

export interface Upgrades {
  /** Returns whether the request asks for a WebSocket that can be granted. */
  canUpgrade(request: Pick<FastifyRequest, 'raw'>): boolean;
  /** Takes the reply over from Fastify. Throws if the client has disconnected. */
  accept(request: FastifyRequest, reply: FastifyReply): Promise<WebSocket>;
}

/** Maximum size of a client's message: key strokes, mouse movements or pasted text. */
const MAX_BYTES = 1024 * 1024;

const WEBSOCKET_KEY = /^[+/0-9A-Za-z]{22}==$/;

interface PendingUpgrade {
  socket: Duplex;
  head: Buffer;
  response: ServerResponse;
}

function asksForWebSocket({ method, url = '', headers }: IncomingMessage): boolean {
  const { upgrade, 'sec-websocket-key': key, 'sec-websocket-version': version } = headers;
  if (method !== 'GET' || !url.startsWith(CONSOLE_PATH)) return false;
  // Refuse an upgrade request with a body, because Node would not read the body.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  return upgrade?.toLowerCase() === 'websocket' && version === '13' && WEBSOCKET_KEY.test(key ?? '');
}

/**
 * Returns Node's request class with another `upgrade`, which decides whether Node hands over the connection. Only a WebSocket gets it, and
 * only while no earlier request of the connection is pending.
 */
export function upgradableRequests(isBusy: (socket: Socket) => boolean): typeof IncomingMessage {
  return class extends IncomingMessage {
    // Only declared, because Node's constructor sets `upgrade` before own fields would be initialized.
    declare offered: boolean | undefined;
    declare granted: boolean | undefined;

    /** Node reads this property when the head is complete, and again later. The first result is kept. */
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
    // noVNC offers this protocol. A browser disconnects if none of its offers is accepted.
    handleProtocols: (offered) => offered.has('binary') && 'binary',
  });
  const waiting = new WeakMap<IncomingMessage, PendingUpgrade>();

  app.server.on('upgrade', (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node has removed its own error listener.
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(raw);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.once('finish', () => closeWithLinger(socket, lingerMs));
    waiting.set(raw, { socket, head, response });
    app.routing(raw, response);
  });

  return {
    canUpgrade: ({ raw }) => waiting.has(raw),
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
