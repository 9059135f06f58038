/** Tests a package mirror that fails half way. apt's messages are reported, and fetched packages are not fetched again. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { privateApt } from '../host/apt.ts';
import { run } from '../host/run.ts';
import { fetchPackages, type PackageSource, updateLists } from './fetch-packages.ts';
import { DOWNLOAD_ONLY, withEmptyStatus } from './packages.ts';

const NAMES = ['apple', 'bread', 'cheese'];
const INSTALL = ['install', ...DOWNLOAD_ONLY, ...NAMES];

let home = '';
let server: Server;
let host = '';
/** Names of the requested packages. */
let asked: string[] = [];
/** Returns a handler that answers for a package instead of the mirror, or `undefined` to let the mirror answer. */
let fault: (name: string) => RequestListener | undefined = () => undefined;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-fetch-'));
  await givenMirror(join(home, 'mirror'));
  server = createServer((request, response) => {
    const file = (request.url ?? '').split('/').at(-1) ?? '';
    const name = file.endsWith('.deb') ? (file.split('_')[0] ?? '') : '';
    if (name !== '') asked.push(name);
    const faulty = fault(name);
    if (faulty) return faulty(request, response);
    void readFile(join(home, 'mirror', file)).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  asked = [];
  fault = () => undefined;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(home, { recursive: true });
});

/** Opens a separate build with the packages that earlier ones kept. */
async function openBuild(name: string, limitMs?: number): Promise<PackageSource> {
  const directory = join(home, name);
  const apt = await privateApt(directory, []);
  await writeFile(join(directory, 'sources.list'), `deb [trusted=yes] http://${host}/ ./\n`);
  const source = {
    apt: await withEmptyStatus(directory, apt),
    archives: join(directory, 'cache', 'archives'),
    cacheDirectory: join(home, 'kept'),
  };
  await updateLists(source);
  return limitMs === undefined ? source : { ...source, limitMs };
}

const failureOf = (act: Promise<unknown>) => act.then(() => null).catch((error: unknown) => error as Error & { code?: string });

it('names package, host and reason of a failure, and then fetches only what is missing', async () => {
  // Written to the socket, because Node.js sends no control characters.
  const refuse: RequestListener = (request) =>
    request.socket.end('HTTP/1.1 403 Not \u001b[31mtoday\r\nContent-Length: 0\r\n\r\n');
  fault = (name) => (name === 'bread' ? refuse : undefined);
  const failure = await failureOf(fetchPackages(await openBuild('first'), INSTALL));
  expect(failure).toMatchObject({ kind: 'image', code: 'packages_unavailable' });
  expect(failure?.message).toContain(`apt could not fetch bread from ${host}: 403`);
  expect(failure?.message).toContain('Fetched packages are kept');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
  expect(failure?.message).not.toMatch(/[\u0000-\u001f]/);
  expect(new Set(asked)).toEqual(new Set(NAMES));

  fault = () => undefined;
  asked = [];
  const second = await openBuild('second');
  expect((await fetchPackages(second, INSTALL)).sort()).toEqual(NAMES.map((name) => `${name}_1.0_all.deb`));
  expect(asked).toEqual(['bread']);
  expect((await readdir(second.archives)).filter((file) => file.endsWith('.deb'))).toHaveLength(3);

  asked = [];
  await fetchPackages(await openBuild('third'), INSTALL);
  expect(asked).toEqual([]);
});

it('does not use a cached package that is damaged', async () => {
  await fetchPackages(await openBuild('first'), INSTALL);
  const [damaged = ''] = await readdir(join(home, 'kept'));
  await rm(join(home, 'first'), { recursive: true });
  await writeFile(join(home, 'kept', damaged), 'something else');
  asked = [];
  await fetchPackages(await openBuild('second'), INSTALL);
  expect(asked).toHaveLength(1);
  expect(await readdir(join(home, 'kept'))).toHaveLength(3);
});

it('names the host that is too slow, and keeps what was fetched', async () => {
  fault = (name) => (name === 'cheese' ? () => undefined : undefined);
  const failure = await failureOf(fetchPackages(await openBuild('first', 8_000), INSTALL));
  expect(failure).toMatchObject({ kind: 'image', code: 'mirror_too_slow' });
  expect(failure?.message).toContain(`${host} is too slow: within 8 s 2 of 3 packages came, not cheese.`);
  fault = () => undefined;
  asked = [];
  await fetchPackages(await openBuild('second'), INSTALL);
  expect(asked).toEqual(['cheese']);
});

it('fails if a package list cannot be fetched', async () => {
  const source = await openBuild('first');
  await rm(join(home, 'mirror', 'Packages'));
  await rm(join(home, 'mirror', 'Release'));
  await rm(join(home, 'first', 'lists'), { recursive: true });
  await mkdir(join(home, 'first', 'lists', 'partial'), { recursive: true });
  expect(await failureOf(updateLists(source))).toMatchObject({
    code: 'packages_unavailable',
    message: expect.stringContaining(host),
  });
});

/** Creates a flat repository of packages without content. */
async function givenMirror(directory: string): Promise<void> {
  let packages = '';
  for (const name of NAMES) {
    const work = join(directory, 'work', name);
    await mkdir(join(work, 'DEBIAN'), { recursive: true });
    const control = `Package: ${name}\nVersion: 1.0\nArchitecture: all\nMaintainer: nobody <nobody@example.com>\nDescription: ${name}\n`;
    await writeFile(join(work, 'DEBIAN', 'control'), control);
    const file = `${name}_1.0_all.deb`;
    await run('dpkg-deb', ['--root-owner-group', '--build', work, join(directory, file)]);
    const content = await readFile(join(directory, file));
    packages += `${control}Filename: ./${file}\nSize: ${content.length}\nSHA256: ${sha256(content)}\n\n`;
  }
  await writeFile(join(directory, 'Packages'), packages);
  const release = `Date: Thu, 01 Jan 2026 00:00:00 UTC\nSHA256:\n ${sha256(packages)} ${packages.length} Packages\n`;
  await writeFile(join(directory, 'Release'), release);
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
