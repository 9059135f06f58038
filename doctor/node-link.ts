/** Checks the link of this node: its address, and its row, without which other nodes accept no connection of it. */
import { createServer } from 'node:net';
import type { Database } from '@innkeeper/db/schema';
import { findNodeLink } from '@innkeeper/db/tables/node-links';
import { isNodeError } from '@innkeeper/engine/atomic';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import type { Kysely } from 'kysely';

/** Returns a finding if `node.listen` is not an address of this host. The worker runs nevertheless, and tries again. */
export async function checkNodeListen(endpoint: Endpoint | null): Promise<HostFinding[]> {
  if (endpoint === null || (await isOwn(endpoint.address))) return [];
  const why = `${endpoint.address} in node.listen is not an address of this host, so other nodes cannot reach it`;
  return [{ name: 'node link', ok: false, why, remedy: 'bring the address up, or set another node.listen and restart' }];
}

/** Returns a finding if a running worker with `node.listen` has no row. It writes one only when it starts. */
export async function checkLinkRow(
  db: Kysely<Database>,
  { endpoint, node, restart }: { endpoint: Endpoint | null; node: string; restart: string },
): Promise<HostFinding[]> {
  if (endpoint === null || (await findNodeLink(db, node))) return [];
  const why = `other nodes refuse node ${node}: its link was ended (node unlink), or node.listen is newer than its worker`;
  const remedy = `unless this host was shut out on purpose, restart it with ./innkeeper down and ${restart}`;
  return [{ name: 'node link', ok: false, why, remedy }];
}

/** Returns whether a program can listen at an address of this host. */
function isOwn(address: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (isNodeError(error, 'EADDRNOTAVAIL') ? resolve(false) : reject(error)));
    server.listen({ host: address, port: 0, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
