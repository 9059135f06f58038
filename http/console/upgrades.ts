/**
 * Requests that want to become WebSockets pass the same way in as all others: Fastify routes them, guards refuse them, and
 * only a handler that says so turns one into a WebSocket.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';

export interface Upgrades {
  /** Whether it asks for a WebSocket in a way that can be granted. */
  isWanted(request: FastifyRequest): boolean;
  /** From here on the reply is out of Fastify's hands. Throws when the client is gone. */
  accept(request: FastifyRequest, reply: FastifyReply): Promise<WebSocket>;
}

/** Of a client's message: key strokes, mouse movements, and what it pastes. */
const MOST_BYTES = 1024 * 1024;

const KEY = /^[+/0-9A-Za-z]{22}==$/;

interface Waiting {
  socket: Duplex;
  head: Buffer;
  response: ServerResponse;
}

export function openUpgrades(app: FastifyInstance): Upgrades {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
    // What noVNC offers; a browser hangs up when none of its offers is taken.
    handleProtocols: (offered) => offered.has('binary') && 'binary',
  });
  const waiting = new WeakMap<IncomingMessage, Waiting>();

  app.server.on('upgrade', (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node has taken its own listener off.
    socket.on('error', () => socket.destroy());
    // Node reads no body of such a request.
    if (raw.method !== 'GET') return void socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    const response = new ServerResponse(raw);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    response.once('finish', () => socket.end());
    waiting.set(raw, { socket, head, response });
    app.routing(raw, response);
  });

  return {
    isWanted({ raw }) {
      const { upgrade, 'sec-websocket-key': key, 'sec-websocket-version': version } = raw.headers;
      return waiting.has(raw) && upgrade?.toLowerCase() === 'websocket' && version === '13' && KEY.test(key ?? '');
    },
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
