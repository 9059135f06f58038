/** The guests of another node, as the API of the first host reaches them: through the relay and the link between two workers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRemoteGuests } from '@innkeeper/apps/guest-access/client';
import { serveGuests } from '@innkeeper/apps/guest-access/server';
import { type LinkCertificate, linkCertificate } from '@innkeeper/apps/node-link/certificate';
import { connectToNode } from '@innkeeper/apps/node-link/connect';
import { listenForNodes, type NodeListener } from '@innkeeper/apps/node-link/listener';
import { type GuestRelays, guestRelays } from '@innkeeper/apps/node-link/relays';
import { freePort } from '@innkeeper/apps/testing/free-port';
import type { NodeLink } from '@innkeeper/db/tables/node-links';
import type { Guests, GuestsOn } from '@innkeeper/domain/console/guests';

export interface LinkedGuests {
  readonly guestsOn: GuestsOn;
  /** Rows of both nodes, as both workers read them. A test may change them. */
  readonly links: NodeLink[];
  /** Certificate of the first host. */
  readonly certificate: LinkCertificate;
  /** Address of the worker of node b. */
  readonly port: number;
  readonly relays: GuestRelays;
  /** Listener of the worker of node b. */
  readonly listener: NodeListener;
  /** Requests that the worker of node b got, with the node that sent each. */
  readonly requests: string[];
  close(): Promise<void>;
}

const SILENT = { info: () => {}, warn: () => {} };

/** Serves `guests` as those of node `b`. */
export async function openLinkedGuests(guests: Guests): Promise<LinkedGuests> {
  const directory = await mkdtemp(join(tmpdir(), 'innkeeper-link-'));
  const [first, second] = [join(directory, 'first'), join(directory, 'second')];
  const [certificate, ofB] = [await linkCertificate(join(first, 'tls')), await linkCertificate(join(second, 'tls'))];
  const port = await freePort();
  const links: NodeLink[] = [
    { node: 'local', address: '127.0.0.1:1', certificate: certificate.sha256 },
    { node: 'b', address: `127.0.0.1:${port}`, certificate: ofB.sha256 },
  ];
  const requests: string[] = [];
  const worker = await serveGuests({
    ...{ guests, node: 'b', log: SILENT },
    socketDirectory: { directory: join(second, 'run'), gid: null },
  });
  const listener = await listenForNodes({
    endpoint: { address: '127.0.0.1', port },
    certificate: ofB,
    findPeer: async (shown) => links.find((link) => link.certificate === shown)?.node,
    answer(peer, request, response) {
      requests.push(`${peer.node} ${request.method} ${request.url}`);
      worker.answer(request, response);
    },
    upgrade: (_peer, _request, socket) => socket.destroy(),
    log: SILENT,
  });
  const relays = guestRelays({
    ...{ own: 'local', log: SILENT },
    socketDirectory: { directory: join(first, 'run'), gid: null },
    findLink: async (node) => links.find((link) => link.node === node),
    connect: (link) => connectToNode(link, certificate, { onlyGuests: true }),
  });
  await relays.follow(links);
  const remote = openRemoteGuests(join(first, 'run'));
  return {
    ...{ guestsOn: remote.guestsOn, links, certificate, port, relays, listener, requests },
    async close() {
      remote.close();
      await relays.close();
      await listener.close();
      await worker.close();
      await rm(directory, { recursive: true });
    },
  };
}
