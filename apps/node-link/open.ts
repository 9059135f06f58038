/** The link of a node: its listener, its row, and on the first host the relays to the guests of other nodes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Database } from '@innkeeper/db/schema';
import { findRunningMove, listArrivedMoves } from '@innkeeper/db/tables/moves-under-way';
import { findLinkOfCertificate, findNodeLink, listNodeLinks, recordNodeLink } from '@innkeeper/db/tables/node-links';
import { brokeConstraint } from '@innkeeper/db/transaction';
import type { Engine } from '@innkeeper/engine/open';
import { chooseRule, type LinkRule } from '@innkeeper/model/net/node-link';
import { type Endpoint, formatEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import type { Kysely } from 'kysely';
import { parseGuestRequest } from '../guest-access/protocol.ts';
import type { GuestServer } from '../guest-access/server.ts';
import type { SocketDirectory } from '../guest-access/socket.ts';
import { THIS_NODE } from '../installation/node.ts';
import { FatalStart } from '../processes/messages.ts';
import type { LinkCertificate } from './certificate.ts';
import { connectToNode } from './connect.ts';
import { FOLLOW_EVERY_MS } from './limits.ts';
import { listenForNodes, type Peer } from './listener.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { guestRelays } from './relays.ts';
import { repeat } from './repeat.ts';
import { imageServer, isImageRequest } from './serve-images.ts';
import { isMoveRequest, type MoveServer, moveServer } from './serve-moves.ts';

export interface NodeLinkOptions {
  db: Kysely<Database>;
  node: { id: number; name: string };
  endpoint: Endpoint;
  certificate: LinkCertificate;
  guestServer: Pick<GuestServer, 'answer'>;
  engine: Pick<Engine, 'imageFiles' | 'compute' | 'network'>;
  socketDirectory: SocketDirectory;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/** A request that other workers may send, and its handler. */
interface LinkRoute extends LinkRule {
  handle(request: IncomingMessage, response: ServerResponse, peer: string): void;
  /** Changes the protocol of the connection. Requests that ask for it are refused without this. */
  upgrade?(request: IncomingMessage, socket: Duplex, peer: string): void;
}

/** Opens the link and writes its row. Returns a function that closes it, and leaves the row for the next start. */
export async function openNodeLink(options: NodeLinkOptions): Promise<() => Promise<void>> {
  const { db, node, endpoint, certificate, socketDirectory, log } = options;
  const { compute, network } = options.engine;
  const moves = moveServer({
    ...{ own: node.name, compute, network, log },
    findRunningMove: (serverId) => findRunningMove(db, serverId),
    listArrivedMoves: () => listArrivedMoves(db, node.name),
  });
  const routes = routesOf(options, moves);
  const choose = (request: IncomingMessage, { node: peer, onlyGuests }: Peer) =>
    chooseRule(routes, request, { own: node.name, peer, firstHost: THIS_NODE, onlyGuests });
  const listener = await listenForNodes({
    ...{ endpoint, certificate, log },
    findPeer: async (shown) => (await findLinkOfCertificate(db, shown))?.node,
    answer(peer, request, response) {
      const chosen = choose(request, peer);
      if (typeof chosen === 'number') response.writeHead(chosen).end();
      else chosen.handle(request, response, peer.node);
    },
    upgrade(peer, request, socket) {
      const chosen = choose(request, peer);
      if (typeof chosen === 'number') refuseUpgrade(socket, chosen);
      else if (chosen.upgrade === undefined) refuseUpgrade(socket, 400);
      else chosen.upgrade(request, socket, peer.node);
    },
  });
  await recordNodeLink(db, { nodeId: node.id, address: formatEndpoint(endpoint), certificate: certificate.sha256 }).catch(
    (error: unknown) => {
      if (!brokeConstraint(error, 'node_links_certificate_key')) throw error;
      throw new FatalStart('Another node has the certificate of this home. Delete tls/link.pem in this home, and start again.');
    },
  );
  const relays =
    node.name === THIS_NODE
      ? guestRelays({
          ...{ own: node.name, socketDirectory, log },
          findLink: (name) => findNodeLink(db, name),
          connect: (link) => connectToNode(link, certificate, { onlyGuests: true }),
        })
      : null;
  const follow = async (): Promise<void> => {
    const links = await listNodeLinks(db);
    listener.closeExcept(new Set(links.map((link) => link.certificate)));
    await moves.follow();
    await relays?.follow(links);
  };
  const stopFollowing = repeat(follow, {
    everyMs: FOLLOW_EVERY_MS,
    failed: (error) => log.warn({ err: error }, 'links cannot be followed'),
  });
  return async () => {
    await stopFollowing();
    await relays?.close();
    await listener.close();
  };
}

/** Warns if the node has a row, although it does not listen any more. */
export async function warnOfUnusedLink({ db, node, log }: Pick<NodeLinkOptions, 'db' | 'node' | 'log'>): Promise<void> {
  const row = await findNodeLink(db, node.name);
  if (row) log.warn({ node: node.name, address: row.address }, 'node.listen is not set any more: run ./innkeeper node unlink');
}

/** Returns the requests of the link: how each is recognised, whose worker answers it, and who may ask. A new one gets a row here. */
function routesOf({ db, guestServer, engine, log }: NodeLinkOptions, moves: MoveServer): readonly LinkRoute[] {
  return [
    {
      matches: (method, path) => parseGuestRequest(method, path) !== null,
      answeredBy: 'every node',
      askedBy: 'first host',
      isForGuests: true,
      handle: guestServer.answer,
    },
    {
      matches: isImageRequest,
      answeredBy: 'first host',
      askedBy: 'every node',
      handle: imageServer({ db, imageFiles: engine.imageFiles, log }),
    },
    {
      matches: isMoveRequest,
      answeredBy: 'every node',
      // The rows name the two nodes of each move.
      askedBy: 'every node',
      handle: moves.handle,
      upgrade: moves.upgrade,
    },
  ];
}
