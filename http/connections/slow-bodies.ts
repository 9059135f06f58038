/**
 * How long a body may take. One that is held in memory has a fixed time. A form is streamed to the disk and may be large: its sender has as long
 * as bytes go on to arrive, up to a limit, since 30 MiB by a slow line take minutes. Node has one limit for all requests, that of forms.
 */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface BodyTimings {
  /** To the end of a body that is no form. */
  requestMs: number;
  /** In this time `LEAST_BYTES` of a form arrive, or all that is left of it. */
  formStallMs: number;
}

/** 3 kB/s in 20 s: below that nobody waits until it is done. */
const LEAST_BYTES = 64 * 1024;

const limits = new WeakMap<IncomingMessage, { asForm(): void }>();

/** From the head on: a request that is refused may go on sending too. */
export function limitSlowBodies(app: FastifyInstance, { requestMs, formStallMs }: BodyTimings): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const { socket, headers, complete } = raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !complete && socket instanceof Socket) limit(raw, socket);
    done();
  });

  function limit(raw: IncomingMessage, socket: Socket): void {
    const expire = () => {
      if (raw.complete) return;
      const error = Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      app.server.emit('clientError', error, socket);
    };
    let timer = setTimeout(expire, requestMs).unref();
    const end = () => clearTimeout(timer);
    const asForm = () => {
      clearTimeout(timer);
      let before = socket.bytesRead;
      timer = setInterval(() => {
        if (raw.complete) return end();
        if (socket.bytesRead - before < LEAST_BYTES) {
          end();
          expire();
        }
        before = socket.bytesRead;
      }, formStallMs).unref();
    };
    limits.set(raw, { asForm });
    raw.once('end', end);
    raw.once('close', end);
  }
}

/** Its guards have let it in, and its body is read as a form. */
export function isReadAsForm(raw: IncomingMessage): void {
  limits.get(raw)?.asForm();
}
