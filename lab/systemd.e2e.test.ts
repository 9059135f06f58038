/**
 * End-to-end test under systemd, in a Debian 13 that systemd-nspawn boots, with a real guest under TCG. Run with `npm run
 * test:systemd`. It requires root, mmdebstrap, systemd-container, and a checkout that root owns.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '@innkeeper/apps/installation/home';
import type { ProcessRecord } from '@innkeeper/engine/host/process';
import { run } from '@innkeeper/engine/host/run';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SystemdFigures } from './systemd/figures.ts';
import { bootMachine, type Machine } from './systemd/machine.ts';
import { CHECKOUT, HOME, openRoot, type Root } from './systemd/root.ts';

/** For crowded machines. */
const TIME_LIMIT = { timeout: 300_000, interval: 500 };
const PINGS_A_SECOND = 5;
const KEY = '/root/key/id_ed25519';

let root: Root;
let machine: Machine;
/** Name and address of the server that is sold. */
let hostname: string;
let address: string;
let bootId: string;
let guest: ProcessRecord;
const figures: Partial<SystemdFigures> = {};

beforeAll(async () => {
  // Builds what has changed.
  await run(join(projectRoot, 'innkeeper'), ['systemd', 'status'], { timeoutMs: 300_000 });
  root = await openRoot();
  machine = await bootMachine(root.path);
}, 3_000_000);
afterAll(async () => {
  await machine?.close();
  await root?.remove();
}, 60_000);

const innkeeper = (...args: string[]) => machine.execute(join(CHECKOUT, 'innkeeper'), ...args);

async function well(program: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await machine.execute(program, ...args);
  expect(code, `${program} ${args.join(' ')}: ${stdout}${stderr}`).toBe(0);
  return stdout.trim();
}

const wellInnkeeper = (...args: string[]) => well(join(CHECKOUT, 'innkeeper'), ...args);
const inGuest = (...command: string[]) => wellInnkeeper('ssh', '-i', KEY, hostname, ...command);
const readBootId = () => inGuest('cat', '/proc/sys/kernel/random/boot_id');
const mainPid = () => well('systemctl', 'show', '--property=MainPID', '--value', 'innkeeper.service');
const findBoot = async () => {
  const { findings } = JSON.parse((await innkeeper('doctor', '--json')).stdout) as { findings: { name: string; ok: unknown }[] };
  return findings.find(({ name }) => name === 'boot');
};

async function readGuest(): Promise<ProcessRecord> {
  const text = await well('cat', `${HOME}/engine/machines/srv-1/process.json`);
  return JSON.parse(text) as ProcessRecord;
}

async function isUp(): Promise<boolean> {
  const running = await machine.execute('cat', `${HOME}/running.json`);
  if (running.code !== 0 || !running.stdout.includes('"ready"')) return false;
  const { pid } = JSON.parse(running.stdout) as { pid: number };
  return String(pid) === (await mainPid()) && (await innkeeper('status')).stdout.startsWith('Innkeeper is up');
}

/** Returns how long `act` takes, in seconds. */
async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return Math.round((performance.now() - began) / 100) / 10;
}

/** Pings the guest while `act` runs. Returns the longest row of lost packets, in seconds. */
async function longestGap(act: () => Promise<void>): Promise<number> {
  const [namespace = ''] = (await well('ip', 'netns', 'list')).split(' ');
  const interval = String(1 / PINGS_A_SECOND);
  const ping = machine.start('ip', 'netns', 'exec', namespace, 'ping', '-O', '-i', interval, address);
  let said = '';
  ping.stdout?.on('data', (data: Buffer) => (said += data.toString()));
  await vi.waitUntil(() => said.includes('icmp_seq='), TIME_LIMIT);
  await act();
  // Packets that are lost at the end count, too: with -O ping also names those that have no answer.
  await sleep(2_000);
  const ended = once(ping, 'close');
  await well('pkill', '-x', 'ping');
  await ended;
  const answered = [...said.matchAll(/bytes from .* icmp_seq=(\d+)/g)].map(([, seq]) => Number(seq));
  const last = Math.max(...[...said.matchAll(/icmp_seq=(\d+)/g)].map(([, seq]) => Number(seq)));
  const lost = [...answered.slice(1), last + 1].map((seq, index) => seq - (answered[index] ?? 0) - 1);
  return Math.max(0, ...lost) / PINGS_A_SECOND;
}

test('a first start does not survive a reboot, and doctor warns of that', async () => {
  expect(await wellInnkeeper('up', '--detach')).toMatch(/Guests +real: QEMU/);
  expect(await findBoot()).toMatchObject({ ok: 'warn' });
  const refused = await innkeeper('systemd', 'install');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/outside of the unit .*innkeeper down/) as string });
  await wellInnkeeper('down');
}, 400_000);

test('install starts Innkeeper as a unit, prints no token, and a server is sold', async () => {
  expect(await wellInnkeeper('systemd', 'install')).toContain('Innkeeper starts at boot');
  expect(await findBoot()).toMatchObject({ ok: true });
  expect(await well('journalctl', '--unit=innkeeper', '--no-pager')).not.toMatch(/ik_\w{40}/);
  const output = await wellInnkeeper('demo', '--keep');
  [, hostname = ''] = /Left behind: server 1 \((demo-\w+)\)/.exec(output) ?? expect.fail(output);
  [, address = ''] = /SSH at ([\d.]+):22/.exec(output) ?? expect.fail(output);
  const [, directory = ''] = /private key in (\S+?)\.$/m.exec(output) ?? expect.fail(output);
  // A reboot empties /tmp.
  await well('cp', '-r', directory, '/root/key');
  [bootId, guest] = [await readBootId(), await readGuest()];
  expect(await well('cat', `/proc/${guest.pid}/cgroup`)).toContain('/innkeeper-guests.slice/innkeeper-srv-1-');
}, 900_000);

test('a restart and a kill of Innkeeper leave the guest running without interruption', async () => {
  const restart = async (): Promise<void> => {
    await well('systemctl', 'restart', 'innkeeper.service');
    await vi.waitUntil(isUp, TIME_LIMIT);
  };
  const kill = async (): Promise<void> => {
    const before = await mainPid();
    await well('kill', '-9', before);
    await vi.waitUntil(async () => (await mainPid()) !== before && isUp(), TIME_LIMIT);
  };
  figures.restartGapSeconds = await longestGap(async () => {
    figures.restartSeconds = await secondsOf(restart);
  });
  figures.killGapSeconds = await longestGap(async () => {
    figures.killSeconds = await secondsOf(kill);
  });
  expect(Math.max(figures.restartGapSeconds, figures.killGapSeconds)).toBeLessThan(1);
  expect([await readBootId(), await readGuest()]).toEqual([bootId, guest]);
}, 900_000);

test('down stops the unit, which stays stopped, and leaves the guest running', async () => {
  await wellInnkeeper('down');
  expect(await machine.execute('systemctl', 'is-active', 'innkeeper.service')).toMatchObject({ stdout: 'inactive\n' });
  expect(await well('ps', '-o', 'comm=', '-p', String(guest.pid))).toContain('qemu');
  await well('systemctl', 'start', 'innkeeper.service');
  await vi.waitUntil(isUp, TIME_LIMIT);
  expect(await readBootId()).toBe(bootId);
}, 600_000);

test('after a reboot the guest runs again, with a clean file system, and one alert reported the restart', async () => {
  await inGuest('sh', '-c', '"echo unsaved > /root/before-reboot"');
  figures.shutdownSeconds = await secondsOf(() => machine.shutDownForReboot());
  await machine.boot();
  figures.bootSeconds = await secondsOf(() => vi.waitUntil(isUp, TIME_LIMIT));
  figures.guestSeconds = await secondsOf(() =>
    vi.waitUntil(async () => (await innkeeper('server', 'list')).stdout.match(/active +running/), TIME_LIMIT),
  );
  expect(await readBootId()).not.toBe(bootId);
  expect(await inGuest('cat', '/root/before-reboot')).toBe('unsaved');
  const messages = await inGuest('dmesg');
  expect(messages).toContain('EXT4-fs (vda1): mounted');
  expect(messages).not.toMatch(/EXT4-fs .*(recovery|error|unclean)/);
  const { data } = JSON.parse(await wellInnkeeper('alert', 'list', '--all', '--kind', 'host_restarted', '--json')) as {
    data: { resolved_at: string | null }[];
  };
  expect(data).toEqual([expect.objectContaining({ resolved_at: expect.any(String) as string })]);
  process.stdout.write(`systemd figures: ${JSON.stringify(figures)}\n`);
}, 900_000);

test('remove leaves the guest running, and removes the units completely', async () => {
  const before = await readGuest();
  expect(await wellInnkeeper('systemd', 'remove')).toContain('1 guest keeps running');
  expect(await well('ps', '-o', 'comm=', '-p', String(before.pid))).toContain('qemu');
  expect(await readGuest()).toEqual(before);
  expect(await well('ls', '/etc/systemd/system')).not.toContain('innkeeper');
  expect(await wellInnkeeper('systemd', 'remove')).toBe('The units are not installed.');
}, 300_000);

test("the unit of a further node starts the node's worker at boot", async () => {
  await wellInnkeeper('up', '--detach');
  await wellInnkeeper('node', 'add', 'b');
  const { pid } = JSON.parse(await well('cat', `${HOME}/running.json`)) as { pid: number };
  const worker = await well('pgrep', '--parent', String(pid), '--full', 'worker.mjs');
  const environment = await well('cat', `/proc/${worker}/environ`);
  const url = /(?:^|\0)DATABASE_URL=([^\0]+)/.exec(environment)?.[1] ?? expect.fail('no URL');
  const further = `${HOME}-b`;
  const file = '/root/database-url';
  await well('sh', '-c', `umask 077 && printf '%s' '${url}' > ${file}`);
  await wellInnkeeper('config', 'set', 'database.url_file', file, '--home', further);
  const readWorker = async (): Promise<{ pid?: number; state?: string }> =>
    JSON.parse((await machine.execute('cat', `${further}/running.json`)).stdout || '{}') as object;
  const attended = machine.start(
    join(CHECKOUT, 'innkeeper'),
    ...['worker', '--node', 'b', '--engine', 'simulated', '--home', further],
  );
  await vi.waitUntil(async () => (await readWorker()).state === 'ready', TIME_LIMIT);
  const ended = once(attended, 'exit');
  await wellInnkeeper('down', '--home', further);
  await ended;

  await wellInnkeeper('systemd', 'install', '--home', further);
  expect(await well('systemctl', 'cat', 'innkeeper.service')).toContain(`worker --node b --unattended --home ${further}`);
  const isNodeUp = async () => {
    const running = await readWorker();
    return running.state === 'ready' && String(running.pid) === (await mainPid());
  };
  expect(await isNodeUp()).toBe(true);
  await machine.shutDownForReboot();
  await machine.boot();
  // The database is on the first host, which no unit starts here. The unit of the node repeats its start until then.
  await wellInnkeeper('up', '--detach');
  await vi.waitUntil(isNodeUp, TIME_LIMIT);
  expect(JSON.parse(await wellInnkeeper('node', 'show', 'b', '--json'))).toMatchObject({ worker: 'present' });
  await wellInnkeeper('systemd', 'remove', '--home', further);
  await wellInnkeeper('down');
}, 900_000);
