/** A sold server on a host with real guests, which writes all the time, and its moves. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, run } from '@innkeeper/engine/host/run';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { vi } from 'vitest';
import type { Answer } from '../app.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { openOperator } from '../operator.ts';
import type { RealHost, RealHosts } from './open.ts';

const PATIENT = { timeout: 900_000, interval: 100 };
/** Writes a growing number for ever, and waits until the disk has it. */
const WRITER = 'i=0; while true; do i=$((i + 1)); echo $i > /root/next; sync; mv /root/next /root/counter; sync; done';

export interface RealServer {
  readonly id: number;
  readonly machineId: string;
  readonly address4: string;
  readonly address6: string;
  readonly owner: GivenAccount;
  /** Runs a command as root in the guest, by SSH from outside. */
  inside(command: string): Promise<string>;
  counter(): Promise<number>;
  /** Waits until the guest has written more. */
  writes(): Promise<void>;
  /** Checksum of the file `/root/blob`, read from the disk. */
  checksum(): Promise<string>;
  /** Number of errors in the kernel log. Stalls of a processor do not count, because busy hosts cause them. */
  troubles(): Promise<number>;
}

/** Deploys a server with a disk limit and a firewall that allows pings and SSH. It writes a counter all the time. */
export async function givenRealServer(hosts: RealHosts): Promise<RealServer> {
  const { db, internet, imageId } = hosts;
  const owner = await givenAccount(db, { funds: 1_000_000n });
  const identity = path.join(hosts.a.home, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', identity]);
  const ask = async (...[operation, input]: Parameters<RealHosts['call']>): Promise<Answer['body']> => {
    const answer = await hosts.call(operation, input, { token: owner.token });
    if (answer.status >= 300) throw new Error(`${operation} is ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  const key = await ask('addSshKey', { body: { name: 'mine', key: (await readFile(`${identity}.pub`, 'utf8')).trim() } });
  const { id } = await ask('deployServer', { body: { name: 'web-1', plan: 'nano', image_id: imageId, ssh_keys: [key.id] } });
  await vi.waitUntil(async () => {
    const { status, lock_reason: reason, locked } = await ask('getServer', { params: { id } });
    return status === 'active' && locked === null && reason === null;
  }, PATIENT);
  const rules = [
    { direction: 'in', protocol: 'tcp', ports: ['22'] },
    { direction: 'in', protocol: 'icmp' },
    { direction: 'in', protocol: 'icmpv6' },
  ];
  const firewall = await ask('createFirewall', { body: { name: 'narrow', rules } });
  await ask('applyFirewall', { params: { id: firewall.id }, body: { server_ids: [id] } });
  await vi.waitUntil(async () => (await ask('getFirewall', { params: { id: firewall.id } })).status === 'active', PATIENT);
  const rows = await db.selectFrom('ip_addresses').select(['address', 'version']).where('server_id', '=', id).execute();
  const addressOf = (wanted: number) => rows.find(({ version }) => version === wanted)?.address ?? '';

  const trust = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR', 'BatchMode=yes'];
  const limits = ['ConnectTimeout=30', 'ServerAliveInterval=5', 'ServerAliveCountMax=6'];
  const inside = async (command: string): Promise<string> => {
    const options = [...trust, ...limits].flatMap((option) => ['-o', option]);
    const line = ['ssh', '-i', identity, ...options, `root@${addressOf(4)}`, command];
    const { code, stdout, stderr } = await internet.client.attempt(line[0] ?? '', line.slice(1), { timeoutMs: 120_000 });
    if (code !== 0) throw new Error(`ssh ${command}: exit ${code}: ${stderr}`);
    return stdout.trim();
  };
  const counter = async () => Number(await inside('cat /root/counter'));
  await vi.waitFor(() => inside('true'), PATIENT);
  await inside('dd if=/dev/urandom of=/root/blob bs=1M count=24 2>/dev/null; sync');
  await inside(`(${WRITER}) >/dev/null 2>&1 </dev/null &`);
  return {
    ...{ id, machineId: machineIdOf(id), address4: addressOf(4), address6: addressOf(6), owner, inside, counter },
    async writes() {
      const before = await counter();
      await vi.waitUntil(async () => (await counter()) > before, PATIENT);
    },
    checksum: () => inside('echo 3 > /proc/sys/vm/drop_caches; sha256sum /root/blob'),
    troubles: async () => Number(await inside("dmesg | grep -ciE 'error|corrupt' || true")),
  };
}

/** Error of a move that ended because the hosts were too busy: the guest may not be paused longer, and runs on where it was. */
const TOO_BUSY = /the guest was paused for 5 s/;

/** Returns whether a move was undone because the hosts were too busy. A test then repeats it. */
export const wasTooBusy = ({ state, error }: { state: string; error: unknown }): boolean =>
  state === 'undone' && TOO_BUSY.test(String(error));

export interface Move {
  id: number;
  /** Returns the step of the running workflow. */
  step(): Promise<string | null>;
  /** Waits until the server is free, and returns the ended workflow. */
  end(): Promise<{ state: string; kind: string; error: unknown }>;
}

/** Starts the move of a server as the staff does. */
export async function startMove({ db }: RealHosts, { id: serverId }: RealServer, to: RealHost): Promise<Move> {
  const { workflow: id } = await openOperator({ db }).run('moveServer', { server: serverId, to: to.name });
  if (id === null) throw new Error('the move has no workflow');
  const row = () =>
    db.selectFrom('workflows').select(['state', 'kind', 'step', 'error']).where('id', '=', id).executeTakeFirstOrThrow();
  const locks = db.selectFrom('locks').select('kind').where('kind', '=', 'server').where('resource_id', '=', serverId);
  return {
    id,
    step: async () => (await row()).step,
    async end() {
      await vi.waitUntil(async () => (await locks.execute()).length === 0, PATIENT);
      return row();
    },
  };
}

/** Reads both hosts while `act` runs. Returns its result and how often the guest ran on both. */
export async function countDouble<T>({ a, b }: RealHosts, machineId: string, act: () => Promise<T>): Promise<[T, number]> {
  let [ended, double] = [false, 0];
  const watching = (async () => {
    for (; !ended; await sleep(50)) {
      // Running before and after, the guest of one host also ran when the other was read.
      const [first, other, again] = [await a.statusOf(machineId), await b.statusOf(machineId), await a.statusOf(machineId)];
      if (first === 'running' && other === 'running' && again === 'running') double += 1;
    }
  })();
  try {
    return [await act(), double];
  } finally {
    ended = true;
    await watching;
  }
}

/** Returns whether a port of the guest answers a client outside. */
export async function reachesPort({ internet }: RealHosts, { address4 }: RealServer, port: number): Promise<boolean> {
  const line = ['netns', 'exec', internet.client.name ?? '', 'curl', '-s', '-m', '2', `http://${address4}:${port}/`];
  // Any answer of a program, also one that is no HTTP, differs from silence and refusal.
  return ![7, 28].includes((await attempt('ip', line)).code ?? 28);
}
