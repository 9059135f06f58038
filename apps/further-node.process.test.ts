/** Two workers in two homes on one database: the worker of a further node runs guests, and leaves the business to the first host. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asRole } from '@innkeeper/db/roles';
import { alertOnce, openAlerts } from '@innkeeper/db/tables/alerts';
import { insertMails } from '@innkeeper/db/tables/mails';
import { createClient } from '@innkeeper/sdk/client';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { withDatabase } from './installation/database.ts';
import { homeAt } from './installation/home.ts';
import { commandFor, type Innkeeper, startCommand, until } from './testing/command.ts';
import { freePort } from './testing/free-port.ts';
import { workerUrl } from './testing/worker-url.ts';

const SIMULATED = ['--engine', 'simulated'];
const BATCHES = 10;
const MAILS_PER_BATCH = 5;

test('mails and invoices leave from the first home, and a further node needs no secret key', async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-further-')));
  // Registered first, so that the directory is removed last, when no worker uses it any more.
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const [home, second] = [homeAt(join(directory, 'first')), homeAt(join(directory, 'second'))];
  const run = commandFor(home.path);
  const port = await freePort();
  try {
    const up = await run('up', ...SIMULATED, '--port', String(port), '--detach');
    expect(up.code, up.stderr).toBe(0);
    await run('node', 'add', 'b');
    await run('node', 'set', 'b', '--overcommit-memory', '20', '--overcommit-disk', '20');
    await withDatabase(home, async (db) => {
      await sql`update seller set name = 'Alpine Hosting'`.execute(db);
      // Alerts of node b from a release in which its worker also ran the business.
      for (const job of ['send-mails', 'no-such-job'])
        await alertOnce(db, { kind: 'job_failed', key: `job:${job}@b`, message: 'It failed.' });
      await alertOnce(db, { kind: 'job_failed', key: 'job:send-mails@c', message: 'It failed.' });
    });
    mkdirSync(second.mail, { recursive: true, mode: 0o700 });
    for (const mail of ['1', '2']) writeFileSync(join(second.mail, `${mail}.eml`), 'Subject: lost', { mode: 0o600 });
    const environment = { DATABASE_URL: await workerUrl(home) };
    const ofB = startCommand(second.path, ['worker', ...SIMULATED, '--node', 'b'], environment);
    await until('the worker of node b works', () => ofB.said().includes('The worker of node b is running'));
    expect(ofB.said()).toContain(`${second.mail} contains 2 mails`);
    const jobAlerts = () =>
      withDatabase(home, async (db) => (await openAlerts(db)).flatMap(({ kind, key }) => (kind === 'job_failed' ? [key] : [])));
    await until('the alerts of business jobs of node b are closed', async () => (await jobAlerts()).length === 1);
    expect(await jobAlerts()).toEqual(['job:send-mails@c']);

    const token = /ik_\w{40}/.exec(up.stdout)?.[0] ?? expect.fail(up.stdout);
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token, retries: 0 });
    const [image] = (await client.listServerImages()).data;
    const countOf = (rows: string) =>
      withDatabase(home, async (db) => {
        const { rows: found } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(rows)}`.execute(db);
        return found[0]?.n ?? 0;
      });
    for (let batch = 1; batch <= BATCHES; batch += 1) {
      await withDatabase(home, (db) => insertMails(db, mailsOf(batch)));
      const sent = () => countOf(`mails where once like 'test-%' and sent_at is not null`);
      await until(`batch ${batch} is sent`, async () => (await sent()) === batch * MAILS_PER_BATCH);
    }
    const servers = `servers s join nodes n on n.id = s.node_id where s.status = 'active'`;
    for (let order = 1; order <= 3; order += 1) {
      await client.deployServer({ name: `s${order}`, plan: 'nano', image_id: image?.id ?? 0, password: 'correct horse' });
      await until(`invoice ${order} is issued`, async () => (await countOf(`invoices where type = 'original'`)) === order);
      await until(`server ${order} runs`, async () => (await countOf(servers)) === order);
    }
    expect(await countOf(`${servers} and n.name = 'b'`)).toBeGreaterThan(0);

    const mailsIn = (place: typeof home) => readdirSync(place.mail).filter((name) => name.endsWith('.eml'));
    expect(mailsIn(home).length).toBeGreaterThanOrEqual(BATCHES * MAILS_PER_BATCH);
    expect(mailsIn(second).toSorted()).toEqual(['1.eml', '2.eml']);
    expect(readFileSync(join(home.journal, 'invoices'), 'utf8').trim().split('\n').at(-1)).toContain(' original 3 ');
    expect([second.journal, second.dns, second.secretKeyFile].filter(existsSync)).toEqual([]);
    await expectShutOut(second.path, environment.DATABASE_URL);
    await expectHomeOfNode(commandFor(second.path, environment));
    expect(await ofB.ended).toBe(0);
  } finally {
    await run('down');
  }
});

/** Expects that `doctor` says so if the role of the host may not log in. Its worker has another role, and keeps running. */
async function expectShutOut(home: string, ofWorker: string): Promise<void> {
  const doctor = await commandFor(home, { DATABASE_URL: asRole(ofWorker, 'innkeeper_node_b') })('doctor', '--json');
  expect(doctor, doctor.stderr).toMatchObject({ code: 1, stderr: '' });
  expect((JSON.parse(doctor.stdout) as { findings: { name: string }[] }).findings).toContainEqual({
    name: 'database',
    ok: false,
    why: expect.stringMatching(/^the database shuts this host out: .*innkeeper_node_b/),
    remedy: expect.stringContaining('alter role … login'),
  });
}

/** Expects that the commands of each host work in the home of node b, and that those of the first host refuse it. Stops its worker. */
async function expectHomeOfNode(run: Innkeeper): Promise<void> {
  const { findings } = JSON.parse((await run('doctor', '--json')).stdout) as { findings: { name: string; why: string }[] };
  expect(findings).toContainEqual(expect.objectContaining({ name: 'Innkeeper', why: 'runs the worker of node b' }));
  expect(findings.filter(({ why }) => why.includes('failed'))).toEqual([]);
  expect(await run('up', ...SIMULATED)).toMatchObject({ code: 1, stderr: expect.stringContaining('is the home of the node b') });
  expect(await run('server', 'list')).toMatchObject({ code: 1, stderr: expect.stringContaining('on the first host') });
  const again = (node: string) => run('worker', ...SIMULATED, '--node', node);
  expect((await again('b')).stderr).toContain('The worker of node b already runs');
  const down = await run('down');
  expect(down, down.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/guests? keeps? running/) });
  expect((await again('c')).stderr).toContain('belong to the node b');
  expect(await run('guests', 'shutdown', '--host')).toMatchObject({ code: 0, stdout: expect.stringContaining(' stopped') });
  expect((await run('guests', 'shutdown', '--host')).stdout).toBe('No guest runs.\n');
}

test('a home with another key, or without its key, starts only when the loss is accepted', async () => {
  const home = homeAt(realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-key-'))));
  onTestFinished(() => rmSync(home.path, { recursive: true, force: true }));
  const run = commandFor(home.path);
  const up = async (...options: string[]) => run('up', ...SIMULATED, '--port', String(await freePort()), '--detach', ...options);
  const channel = ['alert', 'notify', '--webhook', 'https://alerts.example/in'];
  try {
    expect(await up()).toMatchObject({ code: 0 });
    const key = readFileSync(home.secretKeyFile, 'utf8');
    writeFileSync(home.secretKeyFile, Buffer.alloc(32, 1).toString('base64'), { mode: 0o600 });
    expect(await run(...channel)).toMatchObject({ code: 1, stderr: expect.stringContaining('is not the key that seals') });
    await run('down');
    const other = await up();
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('is not the key that seals') });
    expect(other.stderr).toContain(`Copy secret.key of the first host's home to ${home.secretKeyFile}`);
    rmSync(home.secretKeyFile);
    expect(await up()).toMatchObject({ code: 1, stderr: expect.stringContaining(`${home.secretKeyFile} is missing`) });
    expect(existsSync(home.secretKeyFile)).toBe(false);
    writeFileSync(home.secretKeyFile, key, { mode: 0o600 });
    expect(await up()).toMatchObject({ code: 0 });
    await run('down');
    rmSync(home.secretKeyFile);
    expect(await up('--replace-secret-key')).toMatchObject({ code: 0, stdout: expect.stringContaining('Secret key') });
    expect(readFileSync(home.secretKeyFile, 'utf8')).not.toBe(key);
    await run('down');
    expect(await up()).toMatchObject({ code: 0 });
  } finally {
    await run('down');
  }
});

function mailsOf(batch: number): Parameters<typeof insertMails>[1] {
  const now = new Date();
  const data = JSON.stringify({ order: 7, amount: '12.00 EUR', reason: 'No.' });
  return Array.from({ length: MAILS_PER_BATCH }, (_, i) => ({
    ...{ template: 'charge-failed', language: 'en', data, created_at: now, next_try_at: now },
    once: `test-${batch}-${i}`,
    address: `customer-${i}@example.com`,
  }));
}
