/**
 * Handles bytes that never became a request, or did not arrive completely in time.
 *
 * They are refused like every request: through a synthetic request that passes the usual guards, or on the request that they belong to.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Failure, type FailureCode } from '@innkeeper/model/failures';
import type { Replies } from '../reply/replies.ts';
import type { Guard } from '../request/context.ts';
import { closeWithLinger, stopReading } from './linger.ts';

export interface ClientErrorOptions {
  replies: Pick<Replies, 'pending' | 'refuse'>;
  /** Fastify's router. */
  route(raw: IncomingMessage, response: ServerResponse): void;
  lingerMs: number;
}

export interface ClientErrors {
  onError(error: Error & { code?: string }, socket: Socket): void;
  /** Refuses synthetic requests. */
  guard: Guard;
}

/** Failure codes of Node's parser errors. All other errors are `malformed_request`. */
const CODES: Readonly<Record<string, FailureCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

export function openClientErrors({ replies, route, lingerMs }: ClientErrorOptions): ClientErrors {
  const reasons = new WeakMap<IncomingMessage, Failure>();
  const answered = new WeakSet<Socket>();

  const refuseSynthetic = (socket: Socket, failure: Failure): void => {
    const raw = new IncomingMessage(socket);
    Object.assign(raw, { method: 'GET', url: '/', httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1, complete: true });
    reasons.set(raw, failure);
    const response = new ServerResponse(raw);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => {
      response.detachSocket(socket);
      closeWithLinger(socket, lingerMs);
    });
    route(raw, response);
    // The log must not name a method and path that the client never sent.
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
      // An error of the connection itself: the client disconnected, or the TLS handshake failed.
      if (!/^(HPE|ERR_HTTP)_/.test(code) || !socket.writable) {
        socket.destroy();
        return;
      }
      // If the rest of the head still arrives, it must not become a request whose reply would be lost.
      stopReading(socket);
      const failure = new Failure(CODES[code] ?? 'malformed_request');
      const context = replies.pending(socket);
      if (!context) return refuseSynthetic(socket, failure);
      const { raw: response } = context.reply;
      response.once('finish', () => closeWithLinger(socket, lingerMs));
      // Otherwise the error is in the bytes after this request, so the request gets its reply before the connection ends.
      if (!context.request.raw.complete && !response.headersSent) replies.refuse(context, failure);
    },
  };
}
