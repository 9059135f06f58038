/** Refuses requests to change the protocol of a connection, for which Node.js makes no response. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers with a status, and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: number, body?: object): void {
  const content = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    ...(body === undefined ? [] : ['Content-Type: application/json']),
    `Content-Length: ${Buffer.byteLength(content)}`,
  ];
  socket.once('finish', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${content}`);
}
