/**
 * Limits the time for request bodies.
 *
 * A body that is held in memory has a fixed time limit. A form is streamed to disk and may be large: 30 MiB over a slow line take minutes.
 * Therefore a form may take longer while its bytes arrive, up to Node's own request timeout. Node has only one such timeout for all
 * requests, so that timeout is set to the limit of forms.
 */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface BodyTimings {
  /** Time in milliseconds in which a body that is not a form must arrive. */
  requestMs: number;
  /** Interval in milliseconds in which at least `MIN_BYTES` of a form, or its end, must arrive. */
  formStallMs: number;
}

/** Minimum number of bytes per interval: about 3 kB/s over 20 s. No user waits for a slower upload to finish. */
const MIN_BYTES = 64 * 1024;

const limits = new WeakMap<IncomingMessage, { asForm(): void }>();

/** Limits the time of each body from the end of the head, because a client can continue to send after a refusal. */
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
        if (socket.bytesRead - before < MIN_BYTES) {
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

/** Replaces the fixed limit with that of forms. Call it after the guards have admitted the request, when its form is read. */
export function applyFormTimeout(raw: IncomingMessage): void {
  limits.get(raw)?.asForm();
}
