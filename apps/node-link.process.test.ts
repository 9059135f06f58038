/**
 * Two hosts with real workers and a link between them. A server on the other host is built from an image that came over the link. Its screen
 * reaches the customer through the API of the first host. Peers that may not ask are refused.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConsoleClient } from '@innkeeper/lab/console-client';
import { askOverLink, expiredCertificate, statusOf } from '@innkeeper/lab/link-client';
import { createClient } from '@innkeeper/sdk/client';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { withDatabase } from './installation/database.ts';
import { homeAt } from './installation/home.ts';
import { digestOf } from './node-link/certificate.ts';
import { commandFor, startCommand, until } from './testing/command.ts';
import { freePort } from './testing/free-port.ts';
import { workerUrl } from './testing/worker-url.ts';

const SIMULATED = ['--engine', 'simulated'];

test('a server of another host gets its image and its console over the link, and only its peers are answered', async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-linked-')));
  // Registered first, so that the directory is removed last, when no worker uses it any more.
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const [home, second] = [homeAt(join(directory, 'first')), homeAt(join(directory, 'elsewhere', 'second'))];
  const run = commandFor(home.path);
  const [port, ofLocal, ofB] = [await freePort(), await freePort(), await freePort()];
  try {
    await run('config', 'set', 'node.listen', `127.0.0.1:${ofLocal}`);
    const up = await run('up', ...SIMULATED, '--port', String(port), '--detach');
    expect(up.code, up.stderr).toBe(0);
    for (const node of ['b', 'c']) await run('node', 'add', node);
    await run('node', 'set', 'b', '--overcommit-memory', '20', '--overcommit-disk', '20');
    // The simulated engine has empty files. One with content shows that the right bytes arrive.
    const image = await giveContent(home);

    const environment = { DATABASE_URL: await workerUrl(home) };
    await commandFor(second.path, environment)('config', 'set', 'node.listen', `127.0.0.1:${ofB}`);
    const worker = startCommand(second.path, ['worker', ...SIMULATED, '--node', 'b'], environment);
    await until('the worker of node b works', () => worker.said().includes('The worker of node b is running'));
    const shown = JSON.parse((await run('node', 'show', 'b', '--json')).stdout) as { link: unknown };
    const certificate = digestOf(new X509Certificate(readFileSync(join(second.tls, 'link.pem'))));
    expect(shown.link).toEqual({ address: `127.0.0.1:${ofB}`, certificate });
    expect(statSync(join(second.tls, 'link-key.pem')).mode & 0o777).toBe(0o600);

    const token = /ik_\w{40}/.exec(up.stdout)?.[0] ?? expect.fail(up.stdout);
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token, retries: 0 });
    await client.deployServer({ name: 'far', plan: 'nano', image_id: image.id, password: 'correct horse' });
    const server = () =>
      withDatabase(home, async (db) => {
        const { rows } = await sql<{ id: number; node: string; status: string }>`
          select s.id, n.name as node, s.status from servers s join nodes n on n.id = s.node_id where hostname = 'far'`.execute(
          db,
        );
        return rows[0] ?? expect.fail('no server');
      });
    await until('the server runs', async () => (await server()).status === 'active');
    const { id, node } = await server();
    expect(node).toBe('b');
    const fetched = join(second.engine, 'images', 'fetched');
    expect(readdirSync(fetched).map((name) => readFileSync(join(fetched, name), 'utf8'))).toEqual([image.content]);

    const screen = async () => {
      const { url } = await client.openConsole({ id });
      const opened = await openConsoleClient(url);
      opened.send(Buffer.from([1]));
      const init = await opened.has(24);
      opened.socket.close();
      return { width: init.readUInt16BE(0) };
    };
    expect(await screen()).toEqual({ width: 1 });
    expect((await (await client.getConsoleScreenshot({ id })).content.text()).slice(1, 4)).toBe('PNG');
    const refused = { code: 'unavailable' };

    const unlisted = await expiredCertificate();
    const [console, picture] = [`POST /servers/${id}/console HTTP/1.1`, `GET /images/${image.id} HTTP/1.1`];
    for (const shownCertificate of [null, unlisted])
      for (const to of [ofLocal, ofB]) expect(await askOverLink(to, shownCertificate, console)).toBe('');
    // Node c is linked, with a certificate whose dates are past. It gets images, and no console.
    const digest = digestOf(new X509Certificate(unlisted.cert));
    await withDatabase(home, (db) =>
      sql`insert into node_links select id, '127.0.0.1:1', ${digest} from nodes where name = 'c'`.execute(db),
    );
    expect(await askOverLink(ofLocal, unlisted, picture)).toMatch(new RegExp(`^HTTP/1.1 200 [^]*\r\n\r\n${image.content}$`));
    expect(statusOf(await askOverLink(ofB, unlisted, console))).toBe(403);
    expect(statusOf(await askOverLink(ofB, unlisted, picture))).toBe(404);
    expect((await run('node', 'unlink', 'c')).stdout).toContain('Node c has no link any more.');
    for (const to of [ofLocal, ofB]) expect(await askOverLink(to, unlisted, picture)).toBe('');

    // The row of an image may name any file of the first host. None outside of its images is sent.
    await withDatabase(home, (db) => sql`update images set path = ${home.state}, sha256 = null, bytes = null`.execute(db));
    const own = readPair(second.tls);
    expect(statusOf(await askOverLink(ofLocal, own, picture))).toBe(404);

    expect((await run('node', 'unlink', 'b')).code).toBe(0);
    await expect(client.getConsoleLog({ id })).rejects.toMatchObject(refused);
    expect(await askOverLink(ofLocal, own, picture)).toBe('');
    expect((await commandFor(second.path, environment)('down')).code).toBe(0);
    const again = startCommand(second.path, ['worker', ...SIMULATED, '--node', 'b'], environment);
    await until('the worker of node b works again', () => again.said().includes('The worker of node b is running'));
    await until(
      'the console is back',
      () =>
        screen().then(
          () => true,
          () => false,
        ),
      500,
    );
  } finally {
    await run('down');
  }
});

const readPair = (tls: string) => ({
  cert: readFileSync(join(tls, 'link.pem'), 'utf8'),
  key: readFileSync(join(tls, 'link-key.pem'), 'utf8'),
});

/** Replaces the file of the image `tiny` of the first host, as a rebuild does. */
async function giveContent(home: ReturnType<typeof homeAt>): Promise<{ id: number; content: string }> {
  const content = 'a disk that the customer gets';
  const path = join(home.engine, 'simulated-images', 'tiny-2.qcow2');
  writeFileSync(path, content);
  return withDatabase(home, async (db) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const { rows } = await sql<{ id: number }>`
      update images set path = 'simulated-images/tiny-2.qcow2', sha256 = ${sha256}, bytes = ${content.length} where key = 'tiny'
      returning id`.execute(db);
    return { id: rows[0]?.id ?? expect.fail('no image'), content };
  });
}
