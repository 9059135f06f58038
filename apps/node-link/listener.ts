/**
 * The listener for the workers of other nodes. It compares the certificate of each connection with the rows before it reads a byte of HTTP,
 * and closes connections of others.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import type { Endpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { digestOf, type LinkCertificate } from './certificate.ts';
import { GUEST_PROTOCOL, TLS_OPTIONS } from './connect.ts';
import { KEEP_ALIVE_MS, LINK_LIMITS } from './limits.ts';
import { listenWhenUp } from './listen-when-up.ts';
import { sparseReport } from './sparse-report.ts';

/** The node of a connection whose certificate was compared. */
export interface Peer {
  node: string;
  /** True if the connection carries only requests about guests. */
  onlyGuests: boolean;
}

export interface NodeListenerOptions {
  endpoint: Endpoint;
  certificate: LinkCertificate;
  /** Returns the name of the node whose row has this certificate, or `undefined` if no row has it. */
  findPeer(certificate: string): Promise<string | undefined>;
  answer(peer: Peer, request: IncomingMessage, response: ServerResponse): void;
  /** Answers a request to change the protocol. The bytes after its head are in the socket. */
  upgrade(peer: Peer, request: IncomingMessage, socket: Duplex): void;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

export interface NodeListener {
  /** Closes the connections whose certificate is not among these any more. */
  closeExcept(certificates: ReadonlySet<string>): void;
  close(): Promise<void>;
}

interface Admitted {
  peer: Peer;
  certificate: string;
  /** Closes the connection unless its request begins in time. */
  headTimer: NodeJS.Timeout;
  /** True once the request of the connection has begun. */
  asked: boolean;
}

/** Starts to listen, or later if the host does not have the address yet. Throws `FatalStart` if another program uses it. */
export async function listenForNodes(options: NodeListenerOptions): Promise<NodeListener> {
  const { endpoint, certificate, findPeer, answer, upgrade, log } = options;
  const admitted = new Map<TLSSocket, Admitted>();
  const waiting = new WaitingConnections();
  const reportRefusal = sparseReport<string | undefined>((from, refused) => {
    log.warn({ from, refused }, 'refused a connection to node.listen without the certificate of a linked node');
  });

  /** Returns the node that asks, at the only request of its connection. */
  const begin = (socket: TLSSocket): Peer | undefined => {
    const found = admitted.get(socket);
    // A connection carries one request, so that the limit of connections also limits the requests.
    if (found === undefined || found.asked) return undefined;
    found.asked = true;
    clearTimeout(found.headTimer);
    return found.peer;
  };

  const http = createHttpServer(
    {
      maxHeaderSize: LINK_LIMITS.headerBytes,
      // Node.js enforces its time limits only on a server that listens itself. `admit` limits the time for the head.
      ...{ headersTimeout: 0, requestTimeout: 0 },
    },
    (request, response) => {
      response.shouldKeepAlive = false;
      for (const side of [request, response]) side.on('error', () => {});
      const peer = begin(request.socket as TLSSocket);
      if (peer === undefined) return void request.socket.destroy();
      answer(peer, request, response);
    },
  );
  http.on('upgrade', (request, socket, head) => {
    const peer = begin(request.socket as TLSSocket);
    if (peer === undefined) return void socket.destroy();
    if (head.length > 0) socket.unshift(head);
    upgrade(peer, request, socket);
  });
  http.on('clientError', (_error, socket) => socket.destroy());

  const admit = async (socket: TLSSocket): Promise<void> => {
    socket.on('error', () => {});
    // A resumed session proves no key.
    const shown = socket.isSessionReused() ? undefined : socket.getPeerX509Certificate();
    const digest = shown && digestOf(shown);
    const node = digest && (await findPeer(digest).catch(() => undefined));
    waiting.remove(socket);
    if (socket.destroyed) return;
    if (!digest || !node) {
      reportRefusal(socket.remoteAddress);
      socket.destroy();
      return;
    }
    if ([...admitted.values()].filter(({ peer }) => peer.node === node).length >= LINK_LIMITS.perNode)
      return void socket.destroy();
    const headTimer = setTimeout(() => socket.destroy(), LINK_LIMITS.headMs);
    const peer = { node, onlyGuests: socket.alpnProtocol === GUEST_PROTOCOL };
    admitted.set(socket, { peer, certificate: digest, headTimer, asked: false });
    socket.once('close', () => {
      clearTimeout(headTimer);
      admitted.delete(socket);
    });
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    http.emit('connection', socket);
  };

  const { cert, key } = certificate;
  const server = createTlsServer({
    ...{ cert, key, requestCert: true, handshakeTimeout: LINK_LIMITS.handshakeMs, noDelay: true },
    // A source that has sent everything still reads what comes back. The handlers close both directions.
    ...{ allowHalfOpen: true, ALPNProtocols: [GUEST_PROTOCOL] },
    ...TLS_OPTIONS,
  });
  server.on('connection', (socket: Socket) => waiting.add(socket));
  server.on('secureConnection', (socket) => void admit(socket));
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  const stopTrying = await listenWhenUp(server, endpoint, log);
  return {
    closeExcept(certificates) {
      for (const [socket, { certificate: shown }] of admitted) if (!certificates.has(shown)) socket.destroy();
    },
    async close() {
      await stopTrying();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of admitted.keys()) socket.destroy();
      waiting.destroyAll();
      await closed;
    },
  };
}

/** The connections whose certificate was not compared yet. The oldest makes room for a new one. */
class WaitingConnections {
  readonly #sockets = new Map<string, Socket>();

  add(socket: Socket): void {
    const key = keyOf(socket);
    this.#sockets.set(key, socket);
    socket.once('close', () => {
      if (this.#sockets.get(key) === socket) this.#sockets.delete(key);
    });
    const [oldest] = this.#sockets.values();
    if (this.#sockets.size > LINK_LIMITS.waiting) oldest?.destroy();
  }

  /** Forgets a connection. Its TLS socket has the same remote end. */
  remove(socket: Socket): void {
    this.#sockets.delete(keyOf(socket));
  }

  destroyAll(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }
}

const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
