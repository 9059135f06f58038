/** A peer of the link between workers that a test controls: it may show any certificate, or none, and sends one request. */
import { once } from 'node:events';
import { connect } from 'node:tls';
import { generate } from 'selfsigned';

export interface PeerCertificate {
  cert: string;
  key: string;
}

/** Makes a certificate that is no longer valid, as a host with a wrong clock would see any. */
export async function expiredCertificate(): Promise<PeerCertificate> {
  const made = await generate([{ name: 'commonName', value: 'old.example' }], {
    keyType: 'ec',
    notBeforeDate: new Date('2001-01-01T00:00:00Z'),
    notAfterDate: new Date('2001-01-02T00:00:00Z'),
  });
  return { cert: made.cert, key: made.private };
}

/** Sends a request and returns the whole reply. Returns an empty text if the connection was closed without one. */
export async function askOverLink(
  port: number,
  certificate: PeerCertificate | null,
  request: string,
  body = '',
): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, ...certificate, rejectUnauthorized: false });
  let reply = '';
  socket.on('data', (chunk: Buffer) => (reply += chunk.toString('latin1')));
  socket.on('error', () => {});
  socket.once('secureConnect', () => socket.write(`${request}\r\nHost: node\r\n\r\n${body}`));
  await once(socket, 'close');
  return reply;
}

/** Returns the status of a reply. */
export const statusOf = (reply: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1] ?? 0);
