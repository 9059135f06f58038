/**
 * Serves the guests of other hosts to the API of this one. Each linked node has a socket beside that of the own worker. Each connection
 * to it is passed on to the worker of that node. The API therefore needs neither a key nor another protocol.
 */
import { createServer, type Server, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { NodeLink } from '@innkeeper/db/tables/node-links';
import { changeOfRelays } from '@innkeeper/model/net/node-link';
import { LIMITS } from '../guest-access/protocol.ts';
import { listenOnNodeSocket, type SocketDirectory } from '../guest-access/socket.ts';
import { joinEnds } from './join.ts';
import { sparseReport } from './sparse-report.ts';

export interface RelayOptions {
  /** Name of the own node, which has no relay. */
  own: string;
  socketDirectory: SocketDirectory;
  /** Returns the link of a node at this moment. */
  findLink(node: string): Promise<NodeLink | undefined>;
  /** Connects to a node for requests about guests alone, because the API writes to its connections. */
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
  const running = new Map<string, { certificate: string; end: () => Promise<void> }>();
  const stop = async (node: string): Promise<void> => {
    await running.get(node)?.end();
    running.delete(node);
    log.info({ node }, 'the link to a node has ended');
  };
  const start = async ({ node, certificate }: NodeLink): Promise<void> => {
    running.set(node, { certificate, end: await startRelay(node, options) });
    log.info({ node }, 'a node is linked');
  };
  return {
    async follow(links) {
      const certificates = new Map([...running].map(([node, { certificate }]) => [node, certificate]));
      const change = changeOfRelays(certificates, links, own);
      const failures: unknown[] = [];
      const note = (error: unknown): void => void failures.push(error);
      // The failure of one node must not keep the others out.
      for (const node of change.stop) await stop(node).catch(note);
      for (const link of change.start) await start(link).catch(note);
      if (failures.length > 0) throw new AggregateError(failures, 'relays of nodes could not be started or stopped');
    },
    async close() {
      for (const { end } of running.values()) await end();
      running.clear();
    },
  };
}

/** Starts the relay of a node. Returns a function that stops it and ends its connections. */
async function startRelay(node: string, options: RelayOptions): Promise<() => Promise<void>> {
  const clients = new Set<Socket>();
  const report = sparseReport<string>((why, times) =>
    options.log.warn({ node, why, times }, 'a node could not be asked about its guests'),
  );
  const server = createServer({ allowHalfOpen: true }, (client) => {
    clients.add(client);
    // Never removed: an `error` event without a listener would end the process.
    client.on('error', () => {});
    client.once('close', () => clients.delete(client));
    void relay(client, node, options).catch((error: unknown) => {
      client.destroy();
      report(error instanceof Error ? error.message : 'unknown');
    });
  });
  server.maxConnections = LIMITS.connections;
  const unlist = await listenOnNodeSocket(server, node, options.socketDirectory);
  server.on('error', () => {});
  return async () => {
    await unlist();
    await closeServer(server, clients);
  };
}

async function relay(client: Socket, node: string, { findLink, connect }: RelayOptions): Promise<void> {
  const link = await findLink(node);
  if (link === undefined) throw new Error('has no link any more');
  joinEnds(client, await connect(link));
}

function closeServer(server: Server, clients: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const client of clients) client.destroy();
  });
}
