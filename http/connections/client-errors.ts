/**
 * Bytes that never became a request, or not a whole one in time. They are answered like every refusal: by a request of our
 * making that goes the way of all others, or on the request that they were to belong to.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Failure, type FailureCode } from '@innkeeper/model/failures';
import type { Answers } from '../reply/replies.ts';
import type { Guard } from '../request/context.ts';
import { hangUp, stopReading } from './linger.ts';

export interface ClientErrorOptions {
  answers: Pick<Answers, 'underWay' | 'refuse'>;
  /** Fastify's own way in. */
  route(raw: IncomingMessage, response: ServerResponse): void;
  lingerMs: number;
}

export interface ClientErrors {
  onError(error: Error & { code?: string }, socket: Socket): void;
  /** Ends the way of a request of our making. */
  guard: Guard;
}

/** What Node's parser says, for what of it has a code of its own. */
const CODES: Readonly<Record<string, FailureCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export function openClientErrors({ answers, route, lingerMs }: ClientErrorOptions): ClientErrors {
  const reasons = new WeakMap<IncomingMessage, Failure>();
  const answered = new WeakSet<Socket>();

  const refuseAlone = (socket: Socket, failure: Failure): void => {
    const raw = new IncomingMessage(socket);
    Object.assign(raw, { method: 'GET', url: '/', httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1, complete: true });
    reasons.set(raw, failure);
    const response = new ServerResponse(raw);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => {
      response.detachSocket(socket);
      hangUp(socket, lingerMs);
    });
    route(raw, response);
    // The log is not to name what was never understood.
    Object.assign(raw, { method: '-', url: '-' });
  };

  return {
    guard({ request }) {
      const reason = reasons.get(request.raw);
      if (reason) throw reason;
      return undefined;
    },
    onError(error, socket) {
      if (answered.has(socket)) return;
      answered.add(socket);
      const { code = '' } = error;
      // Of the connection, not of what came over it: the client is gone, or it never came to TLS.
      if (!/^(HPE|ERR_HTTP)_/.test(code) || !socket.writable) {
        socket.destroy();
        return;
      }
      // A head that is completed after all must not become a request that nobody hears the answer of.
      stopReading(socket);
      const failure = new Failure(CODES[code] ?? 'malformed_request');
      const exchange = answers.underWay(socket);
      if (!exchange) return refuseAlone(socket, failure);
      const { raw: response } = exchange.reply;
      response.once('finish', () => hangUp(socket, lingerMs));
      // Else what came after it is at fault, and it is answered before the end.
      if (!exchange.request.raw.complete && !response.headersSent) answers.refuse(exchange, failure);
    },
  };
}
