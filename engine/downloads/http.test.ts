import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoImage } from '@innkeeper/lab/iso-image';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpDownloads } from './http.ts';
import type { DownloadOrder } from './port.ts';

const CONTENT = isoImage('of the test', 300_000);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

let server: Server;
let base: string;
let port: number;
let directory: string;
let downloads: HttpDownloads;
let mirrors: { address: string; port: number }[];
let seen: string[];
/** Addresses of names that only resolve in these tests. */
let resolved: Record<string, string[]>;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  base = `http://127.0.0.1:${port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(async () => {
  seen = [];
  answer = (_request, response) => response.setHeader('content-length', CONTENT.length).end(CONTENT);
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-downloads-'));
  // Exactly the test's own server, no other port of this host.
  mirrors = [{ address: '127.0.0.1', port }];
  resolved = {};
  const resolve = async (host: string) => resolved[host] ?? [];
  downloads = new HttpDownloads({ directory, mirrors, resolve });
  return () => rm(directory, { recursive: true });
});

const order = (changes: Partial<DownloadOrder> = {}): DownloadOrder => ({
  name: 'iso-1',
  url: `${base}/a.iso`,
  content: 'iso',
  maxBytes: 1_000_000,
  sha256: null,
  limitMs: 60_000,
  signal: new AbortController().signal,
  ...changes,
});
const refused = (sentence: string | RegExp, retryable = false) =>
  expect.objectContaining({ name: 'DownloadError', sentence: expect.stringMatching(sentence), retryable });
const redirect = (to: string) => {
  answer = (_request, response) => response.writeHead(302, { location: to }).end();
};

describe('a download', () => {
  it('exists once it is complete, with size and checksum, and reports progress', async () => {
    const sizes: number[] = [];
    const percents: number[] = [];
    const done = await downloads.download(
      order({ sha256: SHA256, onSize: (n) => void sizes.push(n ?? 0), onPercent: (n) => percents.push(n) }),
    );
    expect(done).toEqual({ path: join(directory, 'iso-1.iso'), bytes: CONTENT.length, sha256: SHA256 });
    expect(await readFile(done.path)).toEqual(CONTENT);
    expect(await readdir(directory)).toEqual(['iso-1.iso']);
    expect(sizes).toEqual([CONTENT.length]);
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  });

  it('of an existing file makes no request', async () => {
    const first = await downloads.download(order());
    expect(await downloads.download(order())).toEqual(first);
    expect(seen).toHaveLength(1);
  });

  it('works without a Content-Length, and through redirects', async () => {
    answer = ({ url }, response) => {
      if (url === '/a.iso') response.writeHead(301, { location: '/b.iso' }).end();
      else if (url === '/b.iso') response.writeHead(307, { location: `${base}/c.iso` }).end();
      else response.write(CONTENT, () => response.end());
    };
    expect(await downloads.download(order())).toMatchObject({ bytes: CONTENT.length, sha256: SHA256 });
    expect(seen).toEqual(['/a.iso', '/b.iso', '/c.iso']);
  });

  it.each([
    ['by Content-Length', true],
    ['found out on the way', false],
  ])('that is too large is refused, %s, and leaves no file', async (_how, announced) => {
    if (!announced) answer = (_request, response) => response.write(CONTENT, () => response.end());
    await expect(downloads.download(order({ maxBytes: 200_000 }))).rejects.toEqual(refused('larger than 200000 bytes'));
    expect((await readdir(directory)).filter((name) => name !== '')).toEqual([]);
  });

  it('with a wrong checksum is refused', async () => {
    await expect(downloads.download(order({ sha256: '0'.repeat(64) }))).rejects.toEqual(refused(`its SHA-256 is ${SHA256}`));
    expect(await readdir(directory)).toEqual([]);
  });

  it('that was interrupted can be retried, and is then complete', async () => {
    const whole = answer;
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 1_000), () => response.destroy());
    };
    // Many times, because a connection may break while the file is still being opened.
    const attempts = Array.from({ length: 100 }, (_, time) => downloads.download(order({ name: `iso-${time + 1}` })));
    for (const { reason } of (await Promise.allSettled(attempts)) as PromiseRejectedResult[]) {
      expect(reason).toEqual(refused('was interrupted', true));
    }
    expect(await readdir(directory)).toEqual([]);
    answer = whole;
    expect(await downloads.download(order({ sha256: SHA256 }))).toMatchObject({ bytes: CONTENT.length });
  });

  describe('that broke off', () => {
    /** Number of bytes that a connection sends before it breaks. */
    let cutAfter: number;
    let ranges: (string | undefined)[];
    let etag: string;
    /** Connection that breaks as soon as all of its bytes are stored. */
    let breaking: { response: ServerResponse; at: number } | undefined;
    beforeEach(() => {
      [cutAfter, ranges, etag] = [100_000, [], '"1"'];
      downloads = new HttpDownloads({ directory, mirrors, pauseMs: 1 });
      answer = ({ headers }, response) => {
        ranges.push(headers.range);
        serve(response, headers['if-range'] === etag ? Number(/\d+/.exec(headers.range ?? '')?.[0]) : 0);
      };
    });
    const serve = (response: ServerResponse, from: number) => {
      const rest = CONTENT.subarray(from);
      const range = { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` };
      response.writeHead(from > 0 ? 206 : 200, { etag, 'content-length': rest.length, ...(from > 0 && range) });
      if (rest.length <= cutAfter) response.end(rest);
      else {
        response.write(rest.subarray(0, cutAfter));
        breaking = { response, at: from + cutAfter };
      }
    };
    const onPercent = (percent: number) => {
      if (breaking && Math.round((percent / 100) * CONTENT.length) === breaking.at) breaking.response.destroy();
    };

    it('continues where it broke, and has its checksum at the end', async () => {
      const done = await downloads.download(order({ sha256: SHA256, onPercent }));
      expect(done).toMatchObject({ bytes: CONTENT.length, sha256: SHA256 });
      expect(await readFile(done.path)).toEqual(CONTENT);
      expect(ranges).toEqual([undefined, 'bytes=100000-', 'bytes=200000-']);
    });

    const changes: [string, () => void][] = [
      [
        'a file that has changed',
        () => {
          etag = '"2"';
        },
      ],
      [
        'another part of it',
        () => {
          answer = (_request, response) => {
            const range = `bytes 5-${CONTENT.length - 1}/${CONTENT.length}`;
            response
              .writeHead(206, { etag, 'content-length': CONTENT.length - 5, 'content-range': range })
              .end(CONTENT.subarray(5));
          };
        },
      ],
      [
        'a file that is gone',
        () => {
          answer = (_request, response) => response.writeHead(404).end();
        },
      ],
    ];
    it.each(changes)('never resumes with %s', async (_name, change) => {
      const whole = answer;
      answer = (request, response) => {
        whole(request, response);
        change();
      };
      await expect(downloads.download(order({ onPercent }))).rejects.toMatchObject({ name: 'DownloadError' });
      expect(seen).toHaveLength(2);
      expect(await readdir(directory)).toEqual([]);
    });

    it('is not retried after a connection without data', async () => {
      answer = (_request, response) => {
        response.writeHead(200, { etag, 'content-length': CONTENT.length }).flushHeaders();
        setImmediate(() => response.destroy());
      };
      await expect(downloads.download(order())).rejects.toEqual(refused('was interrupted', true));
      expect(seen).toHaveLength(1);
    });

    it('may be complete on another attempt if its checksum is wrong', async () => {
      await expect(downloads.download(order({ sha256: '0'.repeat(64), onPercent }))).rejects.toEqual(
        refused('checksum of the file does not match', true),
      );
    });
  });

  describe('from a server that is too slow fails permanently', () => {
    const hasty = (changes: object) => {
      const limits = { headMs: 60_000, windowMs: 60_000, minBytesPerSecond: 1, ...changes };
      return new HttpDownloads({ directory, limits, mirrors });
    };

    it('when the headers are late, even if they trickle in', async () => {
      answer = ({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => socket.write('a: b\r\n'), 10);
        socket.on('close', () => clearInterval(drip)).on('error', () => {});
      };
      await expect(hasty({ headMs: 100 }).download(order())).rejects.toEqual(refused('did not answer within 0.1 s'));
    });

    it('when the body trickles in', async () => {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-length': CONTENT.length });
        const drip = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(drip));
      };
      const slow = hasty({ windowMs: 100, minBytesPerSecond: 1024 ** 2 }).download(order());
      await expect(slow).rejects.toEqual(refused('sent less than 1024 KB per second'));
      expect(await readdir(directory)).toEqual([]);
    });

    it('when the total time is too long', async () => {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-length': CONTENT.length });
        response.write(CONTENT.subarray(0, 1_000));
      };
      await expect(hasty({}).download(order({ limitMs: 50 }))).rejects.toEqual(refused('took longer than'));
    });
  });

  it('checks free space repeatedly, since others write too', async () => {
    const big = isoImage('big', 1024 ** 2);
    let free = 4 * 1024 ** 3;
    const freeBytes = async () => {
      const now = free;
      free = 1024 ** 3;
      return now;
    };
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 80 * big.length });
      const more = () => {
        while (response.write(big)) if (response.destroyed) return;
        response.once('drain', more);
      };
      more();
      response.on('error', () => {});
    };
    const filling = new HttpDownloads({ directory, freeBytes, mirrors });
    await expect(filling.download(order({ maxBytes: 100 * big.length }))).rejects.toMatchObject({
      sentence: expect.stringContaining('not enough space'),
      fault: 'operator',
    });
    expect(await readdir(directory)).toEqual([]);
  });

  it('closes the connection if its file cannot be created', async () => {
    const closed = new Promise((resolve) => {
      answer = (_request, response) => void response.on('close', resolve).write('x');
    });
    const dangling = join(directory, 'dangling');
    await symlink(join(directory, 'missing', 'directory'), dangling);
    await expect(new HttpDownloads({ directory: dangling, mirrors }).download(order())).rejects.toThrow();
    await closed;
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 1_000), () => controller.abort());
    };
    await expect(downloads.download(order({ signal: controller.signal }))).rejects.toMatchObject({ name: 'DownloadError' });
    expect(await readdir(directory)).toEqual([]);
  });

  it.each([
    [404, false],
    [403, false],
    [429, true],
    [503, true],
  ])('with status %s fails; a retry may help: %s', async (status, retryable) => {
    answer = (_request, response) => response.writeHead(status).end();
    await expect(downloads.download(order())).rejects.toEqual(refused(`status ${status}`, retryable));
  });

  it('of an empty file is refused', async () => {
    answer = (_request, response) => response.end();
    await expect(downloads.download(order())).rejects.toEqual(refused('is empty'));
  });

  it('is listed, unfinished and complete, without foreign files', async () => {
    expect(await downloads.list()).toEqual([]);
    answer = (_request, response) => response.writeHead(200).write(CONTENT);
    const stop = new AbortController();
    const under = downloads.download(order({ signal: stop.signal }));
    const half = { name: 'iso-1', path: expect.stringContaining(`${directory}/.iso-1.`), isComplete: false };
    await vi.waitUntil(async () => (await downloads.list()).length > 0);
    expect(await downloads.list()).toEqual([half]);
    stop.abort();
    await expect(under).rejects.toThrow();
    answer = (_request, response) => response.end(CONTENT);
    const { path } = await downloads.download(order());
    for (const name of ['READ ME', '.hidden', 'Mine.iso']) await writeFile(join(directory, name), '');
    expect(await downloads.list()).toEqual([{ name: 'iso-1', path, isComplete: true }]);
  });

  it('can be removed, also twice', async () => {
    await downloads.download(order());
    await downloads.remove('iso-1');
    await downloads.remove('iso-1');
    expect(await readdir(directory)).toEqual([]);
  });
});

describe('a redirect', () => {
  it('to a private address is not followed', async () => {
    redirect('http://10.0.0.1/a.iso');
    await expect(downloads.download(order())).rejects.toEqual(refused('not public'));
    expect(seen).toHaveLength(1);
  });

  it('is not followed after the fifth', async () => {
    redirect('/again');
    await expect(downloads.download(order())).rejects.toEqual(refused('more than 5 times'));
    expect(seen).toHaveLength(6);
  });
});

describe('a name', () => {
  it('is connected at the address that was checked, without resolving it again', async () => {
    resolved = { 'mirror.example': ['127.0.0.1'] };
    let host: string | undefined;
    answer = ({ headers }, response) => {
      host = headers.host;
      response.end(CONTENT);
    };
    expect(await downloads.download(order({ url: `http://mirror.example:${port}/a.iso` }))).toMatchObject({ sha256: SHA256 });
    expect(host).toBe(`mirror.example:${port}`);
  });

  it('that resolves to a private address is never contacted', async () => {
    resolved = { 'mirror.example': ['8.8.8.8', '10.0.0.1'] };
    await expect(downloads.download(order({ url: 'http://mirror.example/a.iso' }))).rejects.toEqual(refused('not public'));
    expect(seen).toEqual([]);
  });

  it('that does not resolve is retryable', async () => {
    await expect(downloads.download(order({ url: 'http://mirror.example/a.iso' }))).rejects.toEqual(
      refused('could not be', true),
    );
  });
});

describe('a mirror', () => {
  it.each([
    ['beside one that is none', ['127.0.0.1', '127.0.0.2'], 'not public'],
    ['in the clothes of IPv6', ['::ffff:127.0.0.1'], 'not public'],
    ['on the internet too, where its port is no port of the web', ['127.0.0.1', '8.8.8.8'], 'port must be'],
  ])('whose name has an address %s is never contacted', async (_which, addresses, sentence) => {
    resolved = { 'mirror.example': addresses };
    await expect(downloads.download(order({ url: `http://mirror.example:${port}/a.iso` }))).rejects.toEqual(refused(sentence));
    expect(seen).toEqual([]);
  });
});

describe('without a mirror', () => {
  it('an address of this host is refused', async () => {
    const strict = new HttpDownloads({ directory });
    await expect(strict.download(order({ url: `${base}/a.iso` }))).rejects.toEqual(refused('not public'));
    expect(seen).toEqual([]);
  });

  it('a name of this host is refused', async () => {
    const { hostname } = await import('node:os');
    const strict = new HttpDownloads({ directory });
    const own = strict.download(order({ url: `http://${hostname()}:8080/a.iso` }));
    await expect(own).rejects.toMatchObject({ name: 'DownloadError' });
    expect(seen).toEqual([]);
  });
});
