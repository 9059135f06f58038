/** TCP access to the tests' PostgreSQL, which listens on a unix socket, and the kernel's keep-alive timers of its connections. */
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseByTcp {
  /** URL of the same database, with the same role. */
  url: string;
  /** Returns, for each open connection, the milliseconds until the kernel's next keep-alive probe, or null if none is scheduled. */
  askPeersIn(): (number | null)[];
  close(): Promise<void>;
}

const SOCKET = '.s.PGSQL.5432';

export async function openDatabaseByTcp(url: string): Promise<DatabaseByTcp> {
  const given = new URL(url.replace('@/', '@localhost/'));
  const path = `${given.searchParams.get('host')}/${SOCKET}`;
  const open = new Map<number, Socket>();
  const server = createServer((socket) => {
    const { remotePort = 0 } = socket;
    open.set(remotePort, socket);
    socket.on('close', () => open.delete(remotePort));
    const postgres = connect(path);
    for (const [from, to] of [
      [socket, postgres],
      [postgres, socket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://${given.username}@127.0.0.1:${port}${given.pathname}`,
    askPeersIn: () => [...open.keys()].map(msUntilAsked),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open.values()) socket.destroy();
      await closed;
    },
  };
}

/** Unit of the timers in /proc/net/tcp, independent of the kernel's own tick. */
const TICK_MS = 10;
const KEEP_ALIVE = '02';

/**
 * Returns the remaining time of the keep-alive timer of the connection from this local port, from proc(5). Other timers run while sent data
 * is not acknowledged.
 */
function msUntilAsked(port: number): number | null {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const row = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, from]) => from === local);
  const [timer, ticks = ''] = row?.[5]?.split(':') ?? [];
  return timer === KEEP_ALIVE ? Number.parseInt(ticks, 16) * TICK_MS : null;
}
