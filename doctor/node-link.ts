/** Checks that this host has the address at which its worker listens for other nodes. */
import { createServer } from 'node:net';
import { isNodeError } from '@innkeeper/engine/atomic';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';

/** Returns a finding if `node.listen` is not an address of this host. The worker runs nevertheless, and tries again. */
export async function checkNodeListen(endpoint: Endpoint | null): Promise<HostFinding[]> {
  if (endpoint === null || (await isOwn(endpoint.address))) return [];
  const why = `${endpoint.address} in node.listen is not an address of this host, so other nodes cannot reach it`;
  return [{ name: 'node link', ok: false, why, remedy: 'bring the address up, or set another node.listen and restart' }];
}

/** Returns whether a program can listen at an address of this host. */
function isOwn(address: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (isNodeError(error, 'EADDRNOTAVAIL') ? resolve(false) : reject(error)));
    server.listen({ host: address, port: 0, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
