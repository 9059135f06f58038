// The metadata service of one network namespace. It serves each guest the files written for it and has access to nothing else.
// It runs as a separate process that outlives the worker. `service.ts` starts it and finds it again. Arguments: directory of the
// files, user id, group id, version of this file, and `without-ipv6` if the kernel has no IPv6.
//
// The called address identifies the calling guest, because the namespace's rules set it by the guest's tap (`addresses.ts`). Guests are
// hostile. Their connections and requests are limited in number, size and time, so that no guest delays another.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const [directory, uid, gid] = process.argv.slice(2);

const LIMITS = {
  connectionsOfAGuest: 16,
  connections: 4096,
  /** Limits of a guest's requests: per second, and as a burst. */
  rate: 20,
  burst: 100,
  headerBytes: 8192,
  pathCharacters: 512,
  requestMs: 5000,
  idleMs: 5000,
  connectionMs: 30_000,
};
/** Headers of proxies. Requests with them are refused, because the users of a proxy in the guest must not read the guest's data. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];
/** Accepted hosts: only addresses. A hostname that resolves to them is a DNS rebinding attack on a browser in the guest. */
const HOST = /^(169\.254\.169\.254|\[fe80::a9fe:a9fe(%[\w.%-]{1,32})?\])(:80)?$/i;

/** State of each guest by key: connections, remaining requests, and the time of that count. */
const guests = new Map();
const now = () => Number(process.hrtime.bigint() / 1_000_000n);

/** Returns the guest's key: `77000b` for ::ffff:240.119.0.11 and fd6d:6574:6164::77:b, `null` for other addresses. */
function keyOf(address = '') {
  const v4 = /^(?:::ffff:)?240\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  if (v4)
    return v4
      .slice(1)
      .map((byte) => Number(byte).toString(16).padStart(2, '0'))
      .join('');
  const v6 = /^fd6d:6574:6164::(?:([0-9a-f]{1,2}):)?([0-9a-f]{1,4})$/.exec(address);
  return v6 ? (v6[1] ?? '').padStart(2, '0') + v6[2].padStart(4, '0') : null;
}

function admit(guest) {
  const time = now();
  guest.left = Math.min(LIMITS.burst, guest.left + ((time - guest.at) / 1000) * LIMITS.rate);
  guest.at = time;
  if (guest.left < 1) return false;
  guest.left -= 1;
  return true;
}

function answer(request, response, status, text, type = 'text/plain; charset=utf-8') {
  const body = Buffer.from(text);
  response.writeHead(status, {
    'content-type': type,
    'content-length': body.length,
    'cache-control': 'no-store',
    ...(status >= 400 && { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function handle(request, response) {
  const key = keyOf(request.socket.localAddress);
  const guest = guests.get(key);
  if (!key || !guest) return answer(request, response, 404, 'not found\n');
  if (!admit(guest)) return answer(request, response, 429, 'too many requests\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') return answer(request, response, 405, 'only GET and HEAD\n');
  if (FORWARDED.some((name) => request.headers[name] !== undefined))
    return answer(request, response, 403, 'forwarded requests are refused\n');
  if (request.headers.host !== undefined && !HOST.test(request.headers.host))
    return answer(request, response, 403, 'not by a name\n');
  if (request.url.length > LIMITS.pathCharacters) return answer(request, response, 414, 'too long\n');
  const path = request.url
    .split('?')[0]
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1');
  const files = JSON.parse(await readFile(join(directory, `${key}.json`), 'utf8').catch(() => '{}'));
  if (!Object.hasOwn(files, path)) return answer(request, response, 404, 'not found\n');
  return answer(request, response, 200, files[path], path.endsWith('.json') ? 'application/json' : undefined);
}

const server = createServer(
  {
    maxHeaderSize: LIMITS.headerBytes,
    headersTimeout: LIMITS.requestMs,
    requestTimeout: LIMITS.requestMs,
    keepAliveTimeout: LIMITS.idleMs,
    connectionsCheckingInterval: 1000,
  },
  (request, response) => {
    request.resume();
    handle(request, response).catch(() => request.socket.destroy());
  },
);
// Clients may close their sending side after the request: `printf 'GET ...' | nc 169.254.169.254 80`.
server.httpAllowHalfOpen = true;
server.maxConnections = LIMITS.connections;
server.maxHeadersCount = 50;
server.on('connection', (socket) => {
  const key = keyOf(socket.localAddress);
  const guest = guests.get(key) ?? { connections: 0, left: LIMITS.burst, at: now() };
  if (key === null || guest.connections >= LIMITS.connectionsOfAGuest) return socket.destroy();
  guests.set(key, guest);
  guest.connections += 1;
  // The idle timeout also ends slow readers, and every connection has a maximum lifetime.
  socket.setTimeout(LIMITS.idleMs, () => socket.destroy());
  const end = setTimeout(() => socket.destroy(), LIMITS.connectionMs);
  socket.on('close', () => {
    clearTimeout(end);
    guest.connections -= 1;
  });
});
server.on('clientError', (_error, socket) => socket.destroy());
server.on('upgrade', (_request, socket) => socket.destroy());
server.on('connect', (_request, socket) => socket.destroy());
server.on('error', (error) => {
  process.stdout.write(`${error.code}\n`);
  process.exit(1);
});
/** Deletes the state of guests that were inactive for a minute. */
setInterval(() => {
  for (const [key, { connections, at }] of guests) if (connections === 0 && now() - at > 60_000) guests.delete(key);
}, 60_000).unref();

async function ready() {
  await writeFile(join(directory, '..', 'metadata.pid'), `${process.pid}\n`);
  if (process.getuid() === 0 && uid !== '0') {
    process.setgroups([]);
    process.setgid(Number(gid));
    process.setuid(Number(uid));
  }
  process.stdout.write('ready\n');
  // The worker that reads this output may end later.
  process.stdout.on('error', () => {});
}

const host = process.argv[6] === 'without-ipv6' ? '0.0.0.0' : '::';
server.listen({ host, port: 80, backlog: 1024 }, () => void ready());
