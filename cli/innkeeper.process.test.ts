/** The command as used by an operator: real processes, a real PostgreSQL, the simulated engine. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { withUrl } from '@innkeeper/apps/installation/database';
import { homeAt } from '@innkeeper/apps/installation/home';
import { processStart, type RunningInstallation, readRunning } from '@innkeeper/apps/installation/running';
import { children } from '@innkeeper/apps/testing/children';
import { commandFor, type Outcome, startPipe, until } from '@innkeeper/apps/testing/command';
import { freePort } from '@innkeeper/apps/testing/free-port';
import { Findings, OperationList, Status } from '@innkeeper/contract/operator/installation';
import { findRunning } from '@innkeeper/db/embedded/running';
import type { Database } from '@innkeeper/db/schema';
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { mailThroughPipe } from '@innkeeper/lab/smtp-pipe';
import { createClient } from '@innkeeper/sdk/client';
import { waitForServer } from '@innkeeper/sdk/wait';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'innkeeper-up-')));
const home = homeAt(join(directory, 'home'));
const innkeeper = commandFor(home.path);

async function running(): Promise<RunningInstallation> {
  return (await readRunning(home)) ?? expect.fail('Innkeeper does not run');
}

function onDatabase<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  return withUrl(findRunning(home.database)?.url ?? expect.fail('no PostgreSQL'), work);
}

/** Parses the output of a command with `--json`. */
const json = <T>({ stdout }: Outcome): T => JSON.parse(stdout) as T;

const answers = async (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  );
/** Returns whether a process lives. A zombie is still listed, but does not live. */
const lives = (pid: number): boolean => processStart(pid) !== null;

let port = '';
let firstScreen: Outcome;
const up = (): Promise<Outcome> => innkeeper('up', '--engine', 'simulated', '--port', port, '--detach');

beforeAll(async () => {
  port = String(await freePort());
  // The launcher may build first and report that. The tests below compare only the command's own output.
  await innkeeper('operations');
  firstScreen = await up();
});
afterAll(async () => {
  await innkeeper('down', '--guests');
  rmSync(directory, { recursive: true, force: true });
});

const TINY = ['--name', 'Tiny', '--vcpus', '1', '--memory', '1', '--disk', '5', '--traffic', '0', '--price', '1.50'];

describe('the first start', () => {
  test('returns when the API answers, and prints a valid token', async () => {
    expect(firstScreen).toMatchObject({ code: 0, stderr: '' });
    const token = /ik_\w{40}/.exec(firstScreen.stdout)?.[0] ?? expect.fail(firstScreen.stdout);
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token });
    const [[image], [key]] = [(await client.listServerImages()).data, (await client.listSshKeys()).data];
    // The password is hashed in a thread, whose file must be found next to the build.
    const password = 'correct horse battery';
    const order = { name: 'first', plan: 'nano', image_id: image?.id ?? 0, ssh_keys: [key?.id ?? 0], password };
    const ordered = await client.deployServer(order);
    const id = 'data' in ordered ? expect.fail('one was ordered') : ordered.id;
    await waitForServer(client, id, (server) => server.state.includes('running') && server.locked === null, { interval: 50 });
  });

  test('makes secrets readable only by their owner, and logs no tokens', () => {
    expect(statSync(home.path).mode & 0o777).toBe(0o700);
    for (const file of [home.runningFile, home.configuration, home.state, join(home.logs, 'api.log')])
      expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const log of ['api', 'worker', 'supervisor'])
      expect(readFileSync(join(home.logs, `${log}.log`), 'utf8')).not.toMatch(/ik_\w{10}/);
  });

  test('a second start says that Innkeeper already runs', async () => {
    const again = await up();
    expect(again.code).toBe(0);
    expect(again.stdout).toContain(`already runs at http://127.0.0.1:${port}`);
  });
});

describe('commands beside a running system', () => {
  test('an account and its token are created, and the token is revoked', async () => {
    expect(await innkeeper('account', 'create', '--email', 'Ada@example.org', '--funds', '12.5')).toMatchObject({ code: 0 });
    const made = await innkeeper('token', 'create', '--email', 'ada@example.org', '--abilities', 'read,write', '--quiet');
    expect(made.stdout).toMatch(/^ik_\w{40}\n$/);
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token: made.stdout.trim() });
    expect(await client.getBalance()).toMatchObject({ balance: 12.5 });
    const { data } = json<{ data: { id: number }[] }>(await innkeeper('token', 'list', '--email', 'ada@example.org', '--json'));
    expect(data).toHaveLength(1);
    expect(await innkeeper('token', 'revoke', String(data[0]?.id))).toMatchObject({ code: 0 });
    await expect(client.getBalance()).rejects.toMatchObject({ status: 401 });
  });

  test('a customer calls operations of the API', async () => {
    const token = /ik_\w{40}/.exec(firstScreen.stdout)?.[0] ?? expect.fail(firstScreen.stdout);
    const api = (...args: string[]) => commandFor(home.path, { INNKEEPER_TOKEN: token })('api', ...args);
    const { data } = json<{ data: { id: number; hostname: string }[] }>(await api('listServers', '--filter-search', 'first'));
    expect(data).toMatchObject([{ hostname: 'first' }]);
    const images = json<{ data: { id: number }[] }>(await api('listServerImages'));
    const from = ['--image-id', String(images.data[0]?.id), '--password', 'correct horse battery'];
    const quote = await api('deployServer', '--name', 'a,b', '--plan', 'nano', ...from, '--dry-run');
    expect(json(quote)).toMatchObject({ capacity: 'ok', lines: [{ label: 'a' }, { label: 'b' }] });
    expect(await api('updateServerHostname', '--id', String(data[0]?.id), '--hostname', 'no host')).toEqual({
      ...{
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^innkeeper: The API refused the request: .+\n {2}hostname: .+\n$/),
      },
    });
    const refused = await api('getServer', '--id', '999', '--json');
    expect([refused.code, JSON.parse(refused.stderr)]).toMatchObject([1, { code: 'not_found' }]);
    expect(await api('getServer')).toMatchObject({ code: 2, stderr: expect.stringContaining('missing: --id <number>') });
  });

  // Other refusals are tested with each operation and in usage.test.ts.
  test.each([
    [['account', 'create', '--email', 'ada@example.org'], 1, 'already has an account'],
    [['up', '--engine', 'qemu', '--listen', 'localhost'], 2, 'IP address'],
    [['plan', 'add', 'no key', ...TINY], 2, '<key>: Must have 1 to 40'],
    [['plan', 'sub'], 2, 'unknown command'],
    [['nonsense', '--help'], 2, "unknown command 'nonsense'"],
    [['plam', '--help'], 2, 'Did you mean plan?'],
  ])('%j is refused with a message', async (args, code, words) => {
    expect(await innkeeper(...args)).toEqual({ code, stdout: '', stderr: expect.stringContaining(words) });
  });

  test('with INNKEEPER_DEBUG the stack trace names source lines', async () => {
    const { stderr } = await commandFor(home.path, { INNKEEPER_DEBUG: '1' })('server', 'show', '999');
    expect(stderr).toMatch(/at showServer \(.*\/operations\/servers\.staff\.ts:\d+:\d+\)/);
    expect((await innkeeper('server', 'show', '999')).stderr).toBe('innkeeper: Server 999 does not exist.\n');
  });

  test('with --json a failure is also JSON, with its code', async () => {
    const { code, stdout, stderr } = await innkeeper('server', 'show', '999', '--json');
    expect([code, stdout, JSON.parse(stderr)]).toEqual([1, '', { code: 'not_found', message: 'Server 999 does not exist.' }]);
    const misuse = await innkeeper('server', 'show', 'x', '--json');
    expect([misuse.code, JSON.parse(misuse.stderr)]).toMatchObject([
      2,
      { code: 'usage', errors: { '<server>': [expect.any(String)] } },
    ]);
    const unknown = await innkeeper('server', 'show', '1', '--json', '--colour');
    expect([unknown.code, JSON.parse(unknown.stderr)]).toMatchObject([2, { code: 'usage' }]);
  });

  test('a plan can be added only once', async () => {
    const added = await innkeeper('plan', 'add', 'tiny', ...TINY, '--iops', '700', '--minimum-months', '6');
    expect(added).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^Plan \d+ \(tiny\) is on sale\.\n$/) });
    const again = { code: 1, stderr: expect.stringContaining('Plan tiny already exists.') };
    expect(await innkeeper('plan', 'add', 'tiny', ...TINY)).toMatchObject(again);
    const plans = json<{ data: { key: string }[] }>(await innkeeper('plan', 'list', '--json'));
    expect(plans.data.at(-1)).toMatchObject({
      key: 'tiny',
      memory_mb: 1024,
      disk_iops: 700,
      minimum_billing_cycle: 6,
      price: '1.50',
    });
  });

  test('an image is built, another is registered from a file, changed and disabled', async () => {
    const offered = async () => {
      const made = await innkeeper('token', 'create', '--email', 'ada@example.org', '--quiet');
      const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token: made.stdout.trim() });
      return (await client.listServerImages()).data.map(({ name, group, eol }) => ({ name, group: group.key, eol }));
    };
    expect(await innkeeper('image', 'build', 'debian-13')).toMatchObject({ code: 0 });
    expect(await offered()).toContainEqual({ name: 'Debian 13', group: 'debian', eol: false });
    expect(await innkeeper('image', 'build', 'hurd')).toMatchObject({ code: 1, stderr: expect.stringContaining('debian-12') });

    const file = join(directory, 'my.raw');
    writeFileSync(file, Buffer.alloc(1 << 20));
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    const register = (...more: string[]) =>
      innkeeper('image', 'register', 'mine', '--name', 'My Linux', '--file', file, '--group', 'debian', ...more);
    expect(await register('--sha256', '0'.repeat(64))).toMatchObject({ code: 1, stderr: expect.stringContaining(sha256) });
    expect(await register('--sha256', sha256)).toMatchObject({ code: 0, stderr: '' });
    expect(await innkeeper('image', 'set', 'mine', '--eol', '--minimum-ram', '2')).toMatchObject({ code: 0 });
    expect(await offered()).toContainEqual({ name: 'My Linux', group: 'debian', eol: true });
    expect(await innkeeper('image', 'disable', 'mine')).toMatchObject({ code: 0 });
    expect((await offered()).map(({ name }) => name)).not.toContain('My Linux');
    expect(await innkeeper('image', 'disable', 'nothing')).toMatchObject({ code: 1 });
    const listed = json<{ data: { key: string; path: string }[] }>(await innkeeper('image', 'list', '--json'));
    const mine = listed.data.find(({ key }) => key === 'mine') ?? expect.fail('it is not listed');
    expect(mine).toMatchObject({ minimum_ram_gb: 2, path: expect.stringContaining(sha256.slice(0, 12)) });
    expect(readFileSync(join(home.engine, mine.path))).toEqual(readFileSync(file));
  });

  test('a server is shown and repaired, and nodes and plans are listed and changed', async () => {
    const shown = await innkeeper('server', 'show', '1', '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject({ id: 1, status: 'active', machine: 'running', lock: null, plan: 'nano' });
    expect((await innkeeper('server', 'show', '1')).stdout).toContain('server.deploy');
    expect((await innkeeper('server', 'show', '1')).stdout).toMatch(/^disk +1 +\S+Z +\d+\.\d s$/m);
    expect((await innkeeper('server', 'repair', '1')).stdout).toContain('No problem was found');
    const resource = { kind: 'server', id: 1 };
    const alert = { kind: 'server_crashed', key: 'server:1', resource, message: 'It crashed once.' } as const;
    await onDatabase((db) => alertOnce(db, alert));
    expect((await innkeeper('server', 'repair', '1')).stdout).toContain('Nothing was changed. Repair with --yes.');
    expect((await innkeeper('server', 'show', '1')).stdout).toContain('It crashed once.');
    expect((await innkeeper('server', 'repair', '1', '--yes')).stdout).toContain('Repaired: 1 of 1.');
    expect((await innkeeper('server', 'repair', '1')).stdout).toContain('No problem was found');
    expect(await innkeeper('server', 'show', '999')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Server 999 does not exist'),
    });

    expect(await innkeeper('node', 'drain', 'local')).toMatchObject({ code: 0 });
    const nodes = json<{ data: object[] }>(await innkeeper('node', 'list', '--json'));
    expect(nodes.data[0]).toMatchObject({ state: 'draining', vcpus: { used: 1, overcommit: 4 } });
    expect(await innkeeper('node', 'activate', 'local')).toMatchObject({ code: 0 });
    const set = await innkeeper('node', 'set', 'local', '--capacity-memory', '2', '--overcommit-memory', '1.5');
    expect(set).toMatchObject({ code: 0, stdout: expect.stringContaining('Memory: offered 3072 MB, available 2048 MB.') });
    expect((await innkeeper('node', 'list')).stdout).toContain('1024/3072 MB');
    expect((await innkeeper('node', 'show', 'local')).stdout).toContain('1 active');
    await innkeeper('node', 'set', 'local', '--capacity-memory', 'measured', '--overcommit-memory', '1');
    expect(await innkeeper('node', 'drain', 'elsewhere')).toMatchObject({ code: 1 });

    expect(await innkeeper('plan', 'set', 'large', '--price', '50', '--iops', '9000')).toMatchObject({ code: 0 });
    expect(await innkeeper('plan', 'set', 'large')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('at least one'),
    });
    const plans = json<{ data: { key: string }[] }>(await innkeeper('plan', 'list', '--json'));
    expect(plans.data.find(({ key }) => key === 'large')).toMatchObject({ price: '50.00', disk_iops: 9000 });
  });

  test('each change by a command has its audit line', async () => {
    const lines = await onDatabase((db) =>
      db.selectFrom('audit_log').select(['action', 'details']).where('actor_kind', '=', 'operator').orderBy('id').execute(),
    );
    const images = ['buildImage', 'registerImage', 'setImage', 'disableImage'];
    const nodes = ['drainNode', 'setNode', 'activateNode'];
    const rest = ['addPlan', 'setPlan', 'createAccount', 'createToken', 'repairServer', 'revokeToken'];
    expect(new Set(lines.map(({ action }) => action))).toEqual(new Set([...images, ...nodes, ...rest]));
    expect(lines).toContainEqual({ action: 'setImage', details: { key: 'mine', eol: true, minimum_ram_gb: 2 } });
    expect(lines).toContainEqual({ action: 'disableImage', details: { key: 'mine' } });
  });

  test('the doctor finds an orphaned machine', async () => {
    const found = async () => Findings.parse(json(await innkeeper('doctor', '--json'))).findings;
    expect(await found()).toContainEqual(expect.objectContaining({ name: 'disks', ok: true }));
    // Programs that only real guests need are not reported as missing.
    expect((await found()).filter(({ ok }) => ok === false)).toEqual([]);
    const machines = join(home.engine, 'simulated-machines');
    const machine = readFileSync(join(machines, 'srv-1.json'), 'utf8').replaceAll('srv-1', 'srv-77');
    writeFileSync(join(machines, 'srv-77.json'), JSON.stringify({ ...JSON.parse(machine), power: 'stopped' }));
    expect(await found()).toContainEqual(
      expect.objectContaining({ name: 'disks', ok: 'warn', why: expect.stringContaining('srv-77') }),
    );
    rmSync(join(machines, 'srv-77.json'));
  });

  test('the doctor finds an orphaned file of a copy', async () => {
    const found = async (name: string) => {
      const { findings } = Findings.parse(json(await innkeeper('doctor', '--json')));
      return findings.find((finding) => finding.name === name);
    };
    const file = join(home.copies, 'snapshots/snapshot-srv-9-0123456789abcdef.qcow2');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    expect(await found('copy files')).toMatchObject({ ok: 'warn', why: expect.stringContaining(file) });
    rmSync(file);
    expect(await found('copy files')).toMatchObject({ ok: true });
  });

  test('mail to support arrives through the pipe of a mail server', async () => {
    await innkeeper('inbox', 'set', '--address', 'support@shop.example', '--unknown-senders', 'ticket');
    const attachments = [{ filename: 'boot.log', content: 'kernel panic' }];
    await mailThroughPipe(
      { from: 'eve@example.net', to: 'support@shop.example', subject: 'It hangs', text: 'Why?', attachments },
      (recipient) => startPipe(home.path, ['mail', 'receive', '--recipient', recipient]),
    );
    const shown = async () =>
      json<{ data: { outcome: string; ticket: number }[] }>(await innkeeper('inbox', 'list', '--json')).data[0];
    // The API, which has no rights and cannot read our files at this point, has parsed the mail and stored its file.
    await until('the mail is in a ticket', async () => (await shown())?.outcome === 'opened', 300);
    const ticket = await innkeeper('ticket', 'show', String((await shown())?.ticket));
    expect(ticket.stdout).toMatch(/opened by eve@example\.net.*Why\?.*boot\.log/s);
    const empty = startPipe(home.path, ['mail', 'receive']);
    empty.stdin?.end();
    expect(await new Promise((resolve) => empty.once('exit', resolve))).toBe(65);
    const elsewhere = startPipe(join(directory, 'nothing'), ['mail', 'receive']);
    elsewhere.stdin?.end('From: eve@example.net\r\n\r\nx');
    expect(await new Promise((resolve) => elsewhere.once('exit', resolve))).toBe(75);
  });

  test('status and operations print JSON', async () => {
    const status = Status.parse(json(await innkeeper('status', '--json')));
    expect(status).toMatchObject({ state: 'ready', healthy: true, engine: 'simulated' });
    // The first server is paid, and the seller is not configured yet.
    expect(status.alerts).toMatchObject([{ kind: 'seller_unnamed' }]);
    expect((await innkeeper('status')).stdout).toMatch(/^Servers +1 server, 1 running$/m);
    const operations = OperationList.parse(json(await innkeeper('operations', '--json')));
    const restart = operations.data.find((operation) => operation.name === 'restartServer');
    expect(restart).toEqual({
      name: 'restartServer',
      method: 'POST',
      path: '/v1/servers/{server}/restart',
      group: 'Servers',
      ability: 'write',
      origin: 'source',
    });
  });
});

describe('when processes are killed', () => {
  test.each(['worker', 'api'] as const)('the %s is restarted', async (name) => {
    const { pid, url } = await running();
    const [before] = children(name, pid);
    process.kill(before ?? expect.fail(`no ${name}`), 'SIGKILL');
    await until('the home says that it restarts', async () => (await running()).restarting?.includes(name) === true, 5);
    await until(`another ${name}`, () => children(name, pid).some((id) => id !== before));
    await until('the API answers', () => answers(url));
    await until('the home says that nothing restarts', async () => (await running()).restarting?.length === 0);
  });

  test('status and doctor name the processes that restart', async () => {
    const state = readFileSync(home.runningFile, 'utf8');
    // A process restarts faster than a command starts, so the record is written by the test.
    writeFileSync(home.runningFile, JSON.stringify({ ...JSON.parse(state), restarting: ['worker'] }));
    expect((await innkeeper('status')).stdout).toMatch(/^Innkeeper is restarting: worker \(process \d+\)$/m);
    expect(Status.parse(json(await innkeeper('status', '--json')))).toMatchObject({
      state: 'restarting',
      restarting: ['worker'],
    });
    expect((await innkeeper('doctor')).stdout).toMatch(/^note +Innkeeper +is restarting: worker$/m);
    writeFileSync(home.runningFile, state);
    expect((await innkeeper('status')).stdout).toMatch(/^Innkeeper is up at/m);
  });

  test('PostgreSQL is restarted, and the API reconnects', async () => {
    const { url } = await running();
    const before = findRunning(home.database)?.pid ?? expect.fail('no PostgreSQL');
    process.kill(before, 'SIGKILL');
    // A command waits for the restart, and starts no second server on the same files.
    expect(await innkeeper('token', 'list')).toMatchObject({ code: 0, stderr: '' });
    await until('another PostgreSQL', () => (findRunning(home.database)?.pid ?? before) !== before);
    await until('the API answers', () => answers(url));
  });

  test('all processes end with a killed supervisor, and the next start has the data', async () => {
    const { pid, url } = await running();
    const all = [...children('api', pid), ...children('worker', pid), findRunning(home.database)?.pid ?? 0];
    expect(all).toHaveLength(3);
    process.kill(pid, 'SIGKILL');
    await until('everything has ended', () => !all.some(lives));
    expect(await answers(url)).toBe(false);
    const again = await up();
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).not.toMatch(/ik_\w{10}/);
    expect((await innkeeper('token', 'list')).stdout).toContain('ada@example.org');
  });
});

describe('down', () => {
  test('ends all processes, reports running guests, and commands still work', async () => {
    const { pid, url } = await running();
    const down = await innkeeper('down');
    expect(down).toMatchObject({ code: 0, stderr: '' });
    expect(down.stdout).toContain('1 guest keeps running');
    expect(lives(pid)).toBe(false);
    expect(await answers(url)).toBe(false);
    expect((await innkeeper('account', 'create', '--email', 'late@example.org')).code).toBe(0);
    expect((await innkeeper('status')).stdout).toContain('Innkeeper is down');
    expect(await innkeeper('down', '--guests')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 stopped') as string,
    });
  });
});
