/** Connects to the worker of another node, and compares its certificate with its row. */
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { NodeLink } from '@innkeeper/db/tables/node-links';
import { parseEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { digestOf, type LinkCertificate } from './certificate.ts';
import { KEEP_ALIVE_MS, LINK_LIMITS } from './limits.ts';

/** Options of both sides. Certificates are compared with rows, so no authority, date or name is checked. */
export const TLS_OPTIONS = { minVersion: 'TLSv1.3', rejectUnauthorized: false } as const;

/** Name of the protocol (ALPN) of connections that carry only requests about guests. Their bytes come from the API. */
export const GUEST_PROTOCOL = 'guests';

/**
 * Returns a connection to the worker of a linked node. Nothing was sent over it. With `onlyGuests` the worker answers only requests about
 * guests on it. Throws an error whose message continues `node b` if the worker does not answer or has another certificate.
 */
export function connectToNode(
  { address, certificate }: NodeLink,
  own: LinkCertificate,
  { onlyGuests = false }: { onlyGuests?: boolean } = {},
): Promise<TLSSocket> {
  const endpoint = parseEndpoint(address);
  if (endpoint === undefined) return Promise.reject(new Error('has a link without a valid address'));
  const { cert, key } = own;
  const socket = connectTls({
    ...{ host: endpoint.address, port: endpoint.port, cert, key },
    ...TLS_OPTIONS,
    ...(onlyGuests && { ALPNProtocols: [GUEST_PROTOCOL] }),
  });
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(new Error(`${why} (${address})`));
    };
    const timer = setTimeout(() => fail('does not answer'), LINK_LIMITS.handshakeMs);
    // Never removed: an `error` event without a listener would end the process.
    socket.on('error', (error) => fail(`cannot be reached: ${error.message}`));
    socket.once('close', () => fail('closed the connection'));
    socket.once('secureConnect', () => {
      const shown = socket.getPeerX509Certificate();
      if (shown === undefined || digestOf(shown) !== certificate) return fail('shows another certificate than that of its row');
      // The worker of an earlier release knows no protocols, and would answer other requests too.
      if (onlyGuests && socket.alpnProtocol !== GUEST_PROTOCOL) return fail('runs an earlier release');
      clearTimeout(timer);
      socket.setNoDelay(true);
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      resolve(socket);
    });
  });
}
