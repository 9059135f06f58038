/** A real PowerDNS with its own database (Debian's pdns-server), on free ports of the loopback address. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '@innkeeper/engine/host/run';

export interface PdnsServer {
  /** URL of the API. */
  url: string;
  apiKey: string;
  /** Port that answers DNS queries. */
  dnsPort: number;
  /** Queries the server with `kdig` and returns its output. */
  ask(...question: string[]): Promise<string>;
  /** Kills the server. Its zones remain. */
  kill(): Promise<void>;
  /** Starts the server again on the same ports. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const SCHEMA = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';
const TIME_LIMIT_MS = 30_000;

export async function openPdnsServer(): Promise<PdnsServer> {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-pdns-'));
  const [apiPort, dnsPort] = [await freePort(), await freePort()];
  const apiKey = 'a-key-of-the-test';
  const url = `http://127.0.0.1:${apiPort}`;
  await mkdir(join(home, 'run'));
  await writeFile(
    join(home, 'pdns.conf'),
    [
      ...['launch=gsqlite3', `gsqlite3-database=${join(home, 'zones.sqlite3')}`, 'gsqlite3-pragma-synchronous=0'],
      ...['local-address=127.0.0.1', `local-port=${dnsPort}`, `socket-dir=${join(home, 'run')}`],
      ...['api=yes', `api-key=${apiKey}`, 'webserver=yes', 'webserver-address=127.0.0.1', `webserver-port=${apiPort}`],
      // Caches are off, so changes are visible at once.
      ...['cache-ttl=0', 'query-cache-ttl=0', 'negquery-cache-ttl=0', 'zone-cache-refresh-interval=0', 'security-poll-suffix='],
    ].join('\n'),
  );
  await run('sqlite3', [join(home, 'zones.sqlite3'), `.read ${SCHEMA}`]);
  let child: ChildProcess | undefined;
  const server: PdnsServer = {
    url,
    apiKey,
    dnsPort,
    ask: async (...question) => (await run('kdig', ['@127.0.0.1', '-p', String(dnsPort), ...question])).trim(),
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async start() {
      child = spawn('pdns_server', [`--config-dir=${home}`, '--daemon=no', '--guardian=no', '--disable-syslog'], {
        stdio: 'ignore',
      });
      const end = Date.now() + TIME_LIMIT_MS;
      for (;;) {
        if (
          await fetch(`${url}/api/v1/servers/localhost`, { headers: { 'x-api-key': apiKey } }).then(
            (reply) => reply.ok,
            () => false,
          )
        )
          return;
        if (child.exitCode !== null || Date.now() > end) throw new Error('pdns_server did not start');
        await sleep(50);
      }
    },
    async close() {
      await server.kill();
      await rm(home, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
