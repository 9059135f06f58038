/**
 * Floods of real packets between network namespaces, against addresses that the kernel protects and a worker watches. Senders exceed the
 * limits on machines of any speed (`internet/flood.py`). Counters measure packets before and after the rules.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import { Netns } from '@innkeeper/engine/network/netns';
import type { NicSpec } from '@innkeeper/engine/nic';
import { TrafficWatch } from '@innkeeper/jobs/attacks/traffic-watch';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { systemClock } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { givenAccount, givenNode, givenServer } from './given.ts';
import { givenJobCx } from './given-cx.ts';
import { attachGuest, type SimulatedGuest } from './internet/guest.ts';
import { fetchFrom, type Internet, openInternet, serve } from './internet/internet.ts';

const POOLS = [
  { cidr: '198.51.100.128/26', gateway: '198.51.100.129' },
  { cidr: '2001:db8:77::/48', gateway: 'fe80::1' },
];
const VICTIM = '198.51.100.139';
/** Address of the same server without protection. */
const OTHER = '198.51.100.140';
const VICTIM6 = '2001:db8:77:11::1';
/** Whitelisted address in the client's network. */
const PARTNER = '198.51.100.99';
/** Unassigned source addresses, so that replies of the victim go nowhere. */
const ATTACKERS = '203.0.114.1';
const ATTACKERS6 = '2001:db8:bad::1';

const nic: NicSpec = {
  machineId: 'srv-1',
  mac: '52:54:00:77:00:0b',
  hostname: 'srv-1',
  addresses: [
    { address: VICTIM, prefix: 26, gateway: '198.51.100.129', version: 4 },
    { address: OTHER, prefix: 26, gateway: '198.51.100.129', version: 4 },
    { address: VICTIM6, prefix: 64, gateway: 'fe80::1', version: 6 },
  ],
  dns: [],
};

describe('floods', () => {
  let internet: Internet;
  let network: NamespaceNetwork;
  let guest: SimulatedGuest;
  let lab: TestDatabase;
  let home = '';
  let watch: TrafficWatch;
  const ids = new Map<string, number>();
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    internet = await openInternet();
    home = await mkdtemp(path.join(tmpdir(), 'innkeeper-floods-'));
    network = new NamespaceNetwork({ home, hostNamespace: internet.host.name ?? '' });
    await network.open(POOLS);
    guest = await attachGuest(network, nic);
    await network.reconcile({ pools: POOLS, uplink: { ...NO_UPLINK, mode: 'routed' } });
    for (const { cidr } of POOLS) await internet.route(cidr);
    await internet.client.ip('address', 'add', `${PARTNER}/25`, 'dev', 'eth0');
    started.push(await serve(guest.netns, VICTIM));
    lab = await openTestDatabase();
    await givenAddresses();
    watch = new TrafficWatch({ calmMs: 2_000 });
    await network.protect({
      set: [{ network: `${VICTIM}/32`, revision: '1', whitelist: [`${PARTNER}/32`], blacklist: [], geo: null }],
      remove: [],
      countries: null,
    });
    await counters();
    await look();
  });
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    await network?.remove();
    await guest?.remove();
    await internet?.close();
    await lab?.close();
    await rm(home, { recursive: true, force: true });
  });

  /** Inserts the addresses of the server, with a port of 10 Mbps that any machine can flood. */
  async function givenAddresses(): Promise<void> {
    await givenNode(lab.db);
    const { accountId } = await givenAccount(lab.db);
    const serverId = await givenServer(lab.db, { accountId, network_speed_mbps: 10 });
    await lab.db.deleteFrom('ip_addresses').where('server_id', '=', serverId).execute();
    const pools = [
      { name: 'victim', cidr: '198.51.100.136/30', gateway: '198.51.100.137', version: 4, ddos_protected: true },
      { name: 'other', cidr: '198.51.100.140/30', gateway: '198.51.100.141', version: 4, ddos_protected: false },
      { name: 'six', cidr: '2001:db8:77::/48', gateway: 'fe80::1', version: 6, ddos_protected: true },
    ];
    for (const [i, pool] of pools.entries()) {
      const { address, prefix, version, gateway } = nic.addresses[i] as NicSpec['addresses'][number];
      const { id } = await lab.db.insertInto('ip_pools').values(pool).returning('id').executeTakeFirstOrThrow();
      const holder = { server_id: serverId, account_id: accountId, main: address === VICTIM };
      const row = { address, prefix, version, pool_id: id, gateway, ddos_protected: pool.ddos_protected, ...holder };
      const made = await lab.db.insertInto('ip_addresses').values(row).returning('id').executeTakeFirstOrThrow();
      ids.set(address, made.id);
    }
  }

  /** Adds counters of packets before the rules (`in-`) and after them (`out-`). */
  async function counters(): Promise<void> {
    const named = { partner: `ip saddr ${PARTNER} udp dport 7777`, syn: 'ip saddr 203.0.112.0/20 tcp dport 80' };
    const inside = new Netns(network.namespace);
    await inside.nft(
      [
        'add table inet count',
        'add chain inet count in { type filter hook prerouting priority -400; }',
        'add chain inet count out { type filter hook postrouting priority 400; }',
        ...Object.entries(named).flatMap(([name, match]) =>
          ['in', 'out'].flatMap((way) => [
            `add counter inet count ${way}-${name}`,
            `add rule inet count ${way} ${match} counter name ${way}-${name}`,
          ]),
        ),
        '',
      ].join('\n'),
    );
  }
  const counted = async (name: string): Promise<number> => {
    const { stdout } = await new Netns(network.namespace).attempt('nft', ['list', 'counter', 'inet', 'count', name]);
    return Number(/packets (\d+)/.exec(stdout)?.[1] ?? 0);
  };

  const look = () => watch.run({ ...givenJobCx(lab.db, { clock: systemClock }), engine: { network }, log: SILENT_LOG });
  /** Sends packets from the client's side of the internet. Resolves when they begin. `sent` resolves with their number. */
  const flood = async (...args: (string | number)[]): Promise<{ sent: Promise<number> }> => {
    const program = path.join(import.meta.dirname, 'internet/flood.py');
    const command = ['netns', 'exec', internet.client.name ?? '', 'python3', program, ...args.map(String)];
    const child = spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    let text = '';
    const sent = new Promise<number>((resolve) => {
      child.once('close', () => resolve(Number(text.split('\n')[1])));
    });
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.stdout.on('data', (some) => {
        text += String(some);
        if (text.startsWith('ready')) resolve();
      });
    });
    return { sent };
  };
  const isServed = async (): Promise<boolean> => (await fetchFrom(internet.client, VICTIM, 80, 7)) !== null;
  /**
   * Polls each second until all packets are sent, and once more afterwards. Each time it checks whether an unprivileged client is served.
   */
  const lookUntil = async (all: readonly Promise<number>[]): Promise<{ sent: number[]; unserved: number }> => {
    let isOver = false;
    const sent = Promise.all(all).finally(() => {
      isOver = true;
    });
    let unserved = 0;
    while (!isOver) {
      const pause = new Promise((resolve) => setTimeout(resolve, 1_000));
      if (!(await isServed())) unserved += 1;
      await look();
      await pause;
    }
    await look();
    return { sent: await sent, unserved };
  };
  const attacksOn = (address: string) =>
    lab.db
      .selectFrom('attacks')
      .selectAll()
      .where('ip_address_id', '=', ids.get(address) ?? 0)
      .orderBy('id')
      .execute();
  const blockedFor = async (address: string): Promise<string[]> => {
    const rows = lab.db
      .selectFrom('blocked_sources')
      .select('source')
      .where('ip_address_id', '=', ids.get(address) ?? 0);
    return (await rows.orderBy('source').execute()).map(({ source }) => source);
  };

  const reachable = () => expect.poll(() => fetchFrom(internet.client, VICTIM), { timeout: 30_000 }).not.toBeNull();
  /** Polls until exactly these sources are blocked. A busy machine reads the list seldom. */
  const blockedOnly = (address: string, sources: readonly string[]) =>
    expect
      .poll(() => look().then(() => blockedFor(address)), { interval: 1_000, timeout: 120_000 })
      .toEqual(expect.toSatisfy((all: string[]) => all.toSorted().join() === sources.toSorted().join()));
  /** Polls until no attack is active. */
  const ended = () =>
    expect
      .poll(() => look().then(() => lab.db.selectFrom('attacks').select('id').where('ended_at', 'is', null).execute()), {
        ...{ interval: 1_000, timeout: 60_000 },
      })
      .toEqual([]);

  it('of 50 sources affects neither a client nor a whitelisted source, and blocks all 50', async () => {
    await reachable();
    // The sender far exceeds the limit of a source, but is whitelisted.
    const partner = await flood('udp', VICTIM, 7777, 1_000, 8_000, 200, PARTNER, 1, 1);
    const received = Number(await network.floodFilter.received());
    const fifty = await flood('udp', VICTIM, 9999, 8_000, 50_000, 1_000, ATTACKERS, 50, 1_000);
    const { sent, unserved } = await lookUntil([partner.sent, fifty.sent]);
    expect(sent).toEqual([8_000, 50_000]);
    expect(unserved).toBe(0);
    // The counter includes dropped packets.
    expect(Number(await network.floodFilter.received()) - received).toBeGreaterThan(50_000);
    expect(await counted('in-partner')).toBeGreaterThan(7_000);
    expect(await counted('out-partner')).toBe(await counted('in-partner'));
    const attackers = Array.from({ length: 50 }, (_, i) => `203.0.114.${i + 1}`);
    await blockedOnly(VICTIM, attackers);
    const [attack] = await attacksOn(VICTIM);
    expect(attack).toMatchObject({ pattern: 'udp', detector: expect.stringMatching(/^(PPS|BPS)$/) });
    expect(attack?.shares).toMatchObject({ udp_ports: { 9999: expect.anything() } });
  });

  it('with forged sources is answered by the SYN proxy, so that clients reach the protected address', async () => {
    await reachable();
    await ended();
    const before = await blockedFor(VICTIM);
    const forged = await flood('syn', VICTIM, 80, 2_500, 15_000, 40, ATTACKERS, 600, 1);
    const { unserved } = await lookUntil([forged.sent]);
    expect(unserved).toBe(0);
    const reached = await counted('in-syn');
    expect(reached).toBeGreaterThan(10_000);
    // The first 500 packets of a second pass, then the SYN proxy answers.
    expect(await counted('out-syn')).toBeLessThan(reached / 10);
    expect((await attacksOn(VICTIM)).map(({ pattern }) => pattern)).toContain('syn');
    expect(await blockedFor(VICTIM)).toEqual(before);
  });

  it('is recorded but not blocked at an unprotected address, and blocked per /64 over IPv6', async () => {
    const other = await flood('udp', OTHER, 9999, 8_000, 20_000, 1_000, ATTACKERS, 5, 2_000);
    const six = await flood('udp', VICTIM6, 9999, 8_000, 20_000, 1_000, ATTACKERS6, 5, 2_000);
    await lookUntil([other.sent, six.sent]);
    expect(await attacksOn(OTHER)).toMatchObject([{ pattern: 'udp' }]);
    expect(await attacksOn(VICTIM6)).toMatchObject([{ pattern: 'udp' }]);
    await blockedOnly(
      VICTIM6,
      Array.from({ length: 5 }, (_, i) => `2001:db8:bad:${i}::/64`.replace(':0:', ':')),
    );
    expect(await blockedFor(OTHER)).toEqual([]);
  });

  it('is met by the same rules after somebody flushed them, and the operator is alerted', async () => {
    const { floodFilter } = network;
    const before = await floodFilter.guardedNetworks();
    expect(before.map((one) => one.protected)).toEqual([true, false, true]);
    const table = 'inet innkeeper-guard';
    for (const by of [
      `flush chain ${table} guard`,
      `delete element ${table} guarded4 { ${VICTIM} }`,
      `add element ${table} local4 { 192.0.2.1 }`,
      `delete table ${table}`,
    ]) {
      expect(await floodFilter.restoreChanged(), by).toEqual([]);
      await new Netns(network.namespace).nft(`${by}\n`);
      expect(await floodFilter.restoreChanged(), by).not.toEqual([]);
      expect(await floodFilter.guardedNetworks(), by).toEqual(before);
    }
    await new Netns(network.namespace).nft(`flush chain ${table} guard\n`);
    const alerted = () => lab.db.selectFrom('operator_alerts').select('kind').where('kind', '=', 'network_restored').execute();
    await expect.poll(() => look().then(alerted), { interval: 1_000, timeout: 60_000 }).toHaveLength(1);
    expect(await floodFilter.restoreChanged()).toEqual([]);
  });
});
