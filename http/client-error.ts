/** Bytes that never became a request: no route, no hooks, only a socket to answer on. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { FAILURE_CODES } from '@innkeeper/model/failures';
import { networkOf } from './guards/rate.ts';
import type { Bucket } from './rate/buckets.ts';
import { STATUS } from './status.ts';

export function answerClientErrors(take: Bucket): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    // The client is gone, or nothing was asked: an idle connection that timed out.
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy(error);
      return;
    }
    void take(networkOf(socket.remoteAddress ?? '')).then(
      ({ limit, remaining }) => socket.end(reply(limit, remaining)),
      () => socket.destroy(error),
    );
  };
}

function reply(limit: number, remaining: number): string {
  const id = randomUUID();
  const body = JSON.stringify({ message: FAILURE_CODES.malformed_request, code: 'malformed_request', request_id: id });
  const lines = [
    `HTTP/1.1 ${STATUS.malformed_request} Bad Request`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    `X-RateLimit-Limit: ${limit}`,
    `X-RateLimit-Remaining: ${remaining}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
