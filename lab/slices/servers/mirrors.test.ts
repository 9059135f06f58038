import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpDownloads } from '@innkeeper/engine/downloads/http';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { openEngine } from '@innkeeper/engine/open';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { chainOver, type WholeChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { isoImage } from '../../iso-image.ts';

/** Two servers on loopback. The operator allows only the first as a mirror. */
const servers: Server[] = [];
const asked: string[] = [];
let chain: WholeChain;
let owner: GivenAccount;
let port: number;
let other: number;

beforeAll(async () => {
  port = await serve('mirror');
  other = await serve('other');
  const mirrors = [{ address: '127.0.0.1', port }];
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-mirrors-'));
  const simulated = await openEngine({ kind: 'simulated', home, projectRoot: home, root: false, log: SILENT_LOG });
  const downloads = new HttpDownloads({ directory: join(home, 'isos'), mirrors, freeBytes: async () => 100 * 1024 ** 3 });
  const engine = { ...simulated, downloads };
  await engine.network.open([]);
  await engine.compute.open();
  chain = await chainOver(engine, { home, timeLimitMs: 30_000, settings: { mirrors } });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 100_000n });

  async function serve(name: string): Promise<number> {
    const server = createServer(({ url }, response) => {
      asked.push(`${name}${url}`);
      if (url === '/moved.iso') response.writeHead(302, { location: `http://127.0.0.1:${other}/secret` }).end();
      else if (url === '/page.iso') response.setHeader('content-type', 'text/html').end('<p>The link has expired.');
      else response.end(isoImage(name));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }
});
afterAll(async () => {
  await chain.close();
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
});

const add = (url: string) => chain.call('addIso', { body: { name: 'Installer', url } }, { token: owner.token });
const settled = (id: number) =>
  vi.waitUntil(
    async () => {
      const { body } = await chain.call('getIso', { params: { id } }, { token: owner.token });
      return body.status === 'downloading' ? false : body;
    },
    { timeout: 20_000 },
  );

test('downloads an ISO from a private mirror that the operator allows by address and port, and from no other', async () => {
  const allowed = await add(`http://127.0.0.1:${port}/a.iso`);
  expect(allowed.status).toBe(201);
  expect(await settled(allowed.body.id)).toMatchObject({ status: 'ready', size: isoImage('mirror').length });
  const row = await chain.db
    .selectFrom('iso_files')
    .select('path')
    .where('iso_id', '=', allowed.body.id)
    .executeTakeFirstOrThrow();
  expect(await readFile(row.path)).toEqual(isoImage('mirror'));

  for (const host of [`127.0.0.1:${other}`, `127.0.0.2:${port}`, `[::ffff:127.0.0.1]:${port}`]) {
    const refused = await add(`http://${host}/a.iso`);
    expect(refused, host).toMatchObject({ status: 422, body: { errors: { url: [expect.stringContaining('not public')] } } });
  }
  const page = await settled((await add(`http://127.0.0.1:${port}/page.iso`)).body.id);
  expect(page).toMatchObject({ status: 'failed', error: expect.stringContaining('leads to a web page') });
  // Only the download itself shows the target of a name or of a redirect.
  const moved = await settled((await add(`http://127.0.0.1:${port}/moved.iso`)).body.id);
  expect(moved).toMatchObject({
    status: 'failed',
    error: 'The URL resolves to an address that is not public. Use a public address.',
  });
  expect(asked).toEqual(['mirror/a.iso', 'mirror/page.iso', 'mirror/moved.iso']);
});
