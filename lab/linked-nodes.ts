/** Two nodes of one database with a link between their workers. A server may move from `local` to `b`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LinkCertificate, linkCertificate } from '@innkeeper/apps/node-link/certificate';
import { openNodeLink } from '@innkeeper/apps/node-link/open';
import { linkPeers } from '@innkeeper/apps/node-link/peers';
import { freePort } from '@innkeeper/apps/testing/free-port';
import type { Database } from '@innkeeper/db/schema';
import type { PeersPort } from '@innkeeper/engine/compute/peers-port';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import type { Kysely } from 'kysely';
import { openTestDatabase } from './database.ts';
import { givenAccount, givenNode, givenServer } from './given.ts';

export interface LinkedNode {
  id: number;
  engine: Engine;
  peers: PeersPort;
  certificate: LinkCertificate;
  port: number;
  /** Directory of the sockets for the API. */
  sockets: string;
  /** Closes the link as the end of the worker does, and opens it again. */
  restart(between: () => Promise<void>): Promise<void>;
}

export interface LinkedNodes {
  db: Kysely<Database>;
  local: LinkedNode;
  b: LinkedNode;
  serverId: number;
  /** Inserts the move of the server, or a changed one. Returns the id of the workflow. */
  move(changes?: {
    from?: number;
    to?: number;
    kind?: string;
    state?: 'queued' | 'running' | 'done';
    direction?: 'forward' | 'back';
  }): Promise<number>;
  /** Names the node of the server's row. */
  place(nodeId: number): Promise<void>;
  close(): Promise<void>;
}

export async function openLinkedNodes(): Promise<LinkedNodes> {
  const database = await openTestDatabase();
  const { db } = database;
  const directory = await mkdtemp(join(tmpdir(), 'innkeeper-nodes-'));
  const ends: (() => Promise<void>)[] = [];
  const open = async (name: string): Promise<LinkedNode> => {
    const id = await givenNode(db, { name });
    const home = join(directory, name);
    const sockets = join(home, 'run');
    const engine = await openEngine({ kind: 'simulated', home, projectRoot: home, root: false, log: SILENT_LOG });
    await engine.network.open([]);
    await engine.compute.open();
    const [certificate, port] = [await linkCertificate(join(home, 'tls')), await freePort()];
    const openLink = () =>
      openNodeLink({
        ...{ db, node: { id, name }, endpoint: { address: '127.0.0.1', port }, certificate, engine, log: SILENT_LOG },
        guestServer: { answer: (_request, response) => void response.writeHead(200).end('of a guest') },
        socketDirectory: { directory: sockets, gid: null },
      });
    let close = await openLink();
    ends.push(async () => {
      await close();
      await engine.compute.close();
      await engine.network.close();
    });
    return {
      ...{ id, engine, peers: linkPeers(db, certificate), certificate, port, sockets },
      async restart(between) {
        await close();
        await between();
        close = await openLink();
      },
    };
  };
  const [local, b] = [await open('local'), await open('b')];
  const { accountId } = await givenAccount(db);
  const serverId = await givenServer(db, { accountId, node_id: local.id });
  return {
    ...{ db, local, b, serverId },
    async move({ from = local.id, to = b.id, kind = 'server.migrate', state = 'queued', direction = 'forward' } = {}) {
      const input = JSON.stringify({ serverId, from, to, leaveCopies: false });
      const row = { kind, account_id: accountId, resource_kind: 'server', resource_id: serverId, input, state, direction };
      return (await db.insertInto('workflows').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async place(nodeId) {
      await db.updateTable('server_details').set({ node_id: nodeId }).where('id', '=', serverId).execute();
    },
    async close() {
      for (const end of ends) await end();
      await database.close();
      await rm(directory, { recursive: true });
    },
  };
}
