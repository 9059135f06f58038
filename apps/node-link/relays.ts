/**
 * Serves the guests of other hosts to the API of this one. Each linked node has a socket beside that of the own worker. Each connection
 * to it is passed on to the worker of that node. The API therefore needs neither a key nor another protocol.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { NodeLink } from '@innkeeper/db/tables/node-links';
import { changeOfRelays } from '@innkeeper/model/net/node-link';
import { LIMITS } from '../guest-access/protocol.ts';
import { listenOnNodeSocket, type SocketDirectory } from '../guest-access/socket.ts';

export interface RelayOptions {
  /** Name of the own node, which has no relay. */
  own: string;
  socketDirectory: SocketDirectory;
  /** Returns the link of a node at this moment. */
  findLink(node: string): Promise<NodeLink | undefined>;
  connect(link: NodeLink): Promise<TLSSocket>;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

export interface GuestRelays {
  /** Starts relays of new links, and stops those of links that have ended. Throws at the end if some failed. */
  follow(links: readonly NodeLink[]): Promise<void>;
  close(): Promise<void>;
}

/** Creates the relays. None runs before `follow`. */
export function guestRelays(options: RelayOptions): GuestRelays {
  const { own, log } = options;
  const running = new Map<string, () => Promise<void>>();
  const stop = async (node: string): Promise<void> => {
    await running.get(node)?.();
    running.delete(node);
    log.info({ node }, 'the link to a node has ended');
  };
  const start = async (node: string): Promise<void> => {
    running.set(node, await startRelay(node, options));
    log.info({ node }, 'a node is linked');
  };
  return {
    async follow(links) {
      const change = changeOfRelays(running.keys(), links, own);
      const failures: unknown[] = [];
      const note = (error: unknown): void => void failures.push(error);
      // The failure of one node must not keep the others out.
      for (const node of change.stop) await stop(node).catch(note);
      for (const node of change.start) await start(node).catch(note);
      if (failures.length > 0) throw new AggregateError(failures, 'relays of nodes could not be started or stopped');
    },
    async close() {
      for (const end of running.values()) await end();
      running.clear();
    },
  };
}

/** Starts the relay of a node. Returns a function that stops it and ends its connections. */
async function startRelay(node: string, options: RelayOptions): Promise<() => Promise<void>> {
  const clients = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    clients.add(client);
    // Never removed: an `error` event without a listener would end the process.
    client.on('error', () => {});
    client.once('close', () => clients.delete(client));
    void relay(client, node, options);
  });
  server.maxConnections = LIMITS.connections;
  const unlist = await listenOnNodeSocket(server, node, options.socketDirectory);
  server.on('error', () => {});
  return async () => {
    await unlist();
    await closeServer(server, clients);
  };
}

async function relay(client: Socket, node: string, { findLink, connect, log }: RelayOptions): Promise<void> {
  try {
    const link = await findLink(node);
    if (link === undefined) throw new Error('has no link any more');
    const remote = await connect(link);
    if (client.destroyed) return void remote.destroy();
    pipeline(client, remote, client, () => {
      client.destroy();
      remote.destroy();
    });
  } catch (error) {
    client.destroy();
    log.warn({ node, why: error instanceof Error ? error.message : 'unknown' }, 'a node could not be asked about its guests');
  }
}

function closeServer(server: Server, clients: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const client of clients) client.destroy();
  });
}
