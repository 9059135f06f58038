/** A console client that acts like a browser: it opens the WebSocket and speaks RFB without a password. */
import { WebSocket } from 'ws';

export interface ConsoleClient {
  socket: WebSocket;
  /** All bytes received since the handshake. */
  received(): Buffer;
  /** Resolves when at least `bytes` have been received. */
  has(bytes: number): Promise<Buffer>;
  send(bytes: Buffer | string): void;
  /** Code and reason of the close frame. */
  closed: Promise<[number, string]>;
}

/** Opens the WebSocket and does the RFB handshake of version 3.8 without a password. Throws with the status if it is refused. */
export async function openConsoleClient(
  url: string,
  options: { origin?: string; host?: string; protocols?: string[]; talk?: boolean; ca?: string } = {},
): Promise<ConsoleClient> {
  const { origin, host, protocols = [], talk = true, ca } = options;
  const socket = new WebSocket(url, protocols, {
    ...(origin && { origin }),
    ...(host && { headers: { host } }),
    ...(ca && { ca }),
  });
  let received = Buffer.alloc(0);
  const news = new Set<() => void>();
  socket.on('message', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (const tell of news) tell();
  });
  const closed = new Promise<[number, string]>((resolve) => {
    socket.once('close', (code, reason) => resolve([code, String(reason)]));
  });
  const client: ConsoleClient = {
    socket,
    received: () => received,
    async has(bytes) {
      while (received.length < bytes) {
        await new Promise<void>((resolve) => {
          news.add(resolve);
          void closed.then(() => resolve());
        });
        if (received.length < bytes && socket.readyState === WebSocket.CLOSED)
          throw new Error(`only ${received.length} bytes came`);
      }
      return received;
    },
    send: (bytes) => socket.send(bytes),
    closed,
  };
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) => reject(new Error(`refused with ${response.statusCode}`)));
  });
  if (!talk) return client;
  await client.has(12);
  client.send('RFB 003.008\n');
  await client.has(14);
  client.send(Buffer.from([1]));
  await client.has(18);
  received = Buffer.alloc(0);
  return client;
}
