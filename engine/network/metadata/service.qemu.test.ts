import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachGuest, type SimulatedGuest } from '@innkeeper/lab/internet/guest';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSystemUser } from '../../host/system-user.ts';
import type { NicSpec } from '../../nic.ts';
import { NamespaceNetwork } from '../namespace/driver.ts';
import { BRIDGE } from '../namespace/names.ts';
import { Netns } from '../netns.ts';
import { internalAddressesOf } from './addresses.ts';
import { METADATA_USER } from './service.ts';

const POOLS = [
  { cidr: '10.77.0.0/24', gateway: '10.77.0.1' },
  { cidr: '2001:db8:77::/48', gateway: 'fe80::1' },
];
const V4 = 'http://169.254.169.254';
const V6 = 'http://[fe80::a9fe:a9fe%25eth0]';

describe('the metadata service', () => {
  let home = '';
  let network: NamespaceNetwork;
  let a: SimulatedGuest;
  let b: SimulatedGuest;
  const ask = async (guest: SimulatedGuest, url: string, ...args: string[]) => {
    const all = ['-s', '-g', '-m', '5', '-w', '\n%{http_code}', ...args, url];
    const { stdout } = await guest.netns.attempt('curl', all);
    const lines = stdout.split('\n');
    return { status: Number(lines.pop()), text: lines.join('\n') };
  };
  /** Returns whether a call gets no answer within a second. Successful calls in these tests answer faster. */
  const unanswered = async (guest: SimulatedGuest, url: string, ...args: string[]) =>
    (await ask(guest, url, '-m', '1', ...args)).status === 0;
  const pid = async () => Number(await readFile(join('/run/innkeeper', network.namespace, 'metadata.pid'), 'utf8'));
  const inside = () => new Netns(network.namespace);

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'innkeeper-metadata-'));
    network = new NamespaceNetwork({ home });
    await network.open(POOLS);
    a = await attachGuest(network, nic('srv-1', 11));
    b = await attachGuest(network, nic('srv-2', 12));
    await network.setMetadata('srv-1', { '/who': 'srv-1', '/big': 'x'.repeat(300_000), '/data.json': '{}' });
    await network.setMetadata('srv-2', { '/who': 'srv-2' });
  });
  afterAll(async () => {
    for (const guest of [a, b]) await guest?.remove();
    await network?.remove();
    await rm(home, { recursive: true, force: true });
  });

  it.each([V4, V6])('serves each guest its own data by %s, completely, and changes at once', async (url) => {
    expect(await ask(a, `${url}/who`)).toEqual({ status: 200, text: 'srv-1' });
    expect(await ask(b, `${url}/who`)).toEqual({ status: 200, text: 'srv-2' });
    expect((await ask(a, `${url}/big`)).text).toHaveLength(300_000);
    expect((await ask(a, `${url}//data.json/?of=me`)).text).toBe('{}');
    await network.setMetadata('srv-2', { '/who': 'renamed' });
    expect((await ask(b, `${url}/who`)).text).toBe('renamed');
    await network.setMetadata('srv-2', { '/who': 'srv-2' });
  });

  it('reveals nothing to a guest that forges its IP and MAC address', async () => {
    const { mac } = nic('srv-2', 12);
    // The guest also answers for the neighbour's address and link-local address.
    await a.netns.ipLines([
      'address flush dev eth0 scope link',
      'address add fe80::77/64 dev eth0 nodad',
      'address add 10.77.0.12/24 dev eth0',
      'address add 2001:db8:77:12::1/64 dev eth0 nodad',
    ]);
    for (const [url, from] of [
      [V4, '10.77.0.12'],
      [V6, '2001:db8:77:12::1'],
    ] as const)
      expect(await unanswered(a, `${url}/who`, '--interface', from), from).toBe(true);
    // Any link-local source is allowed. The guest gets its own data.
    expect((await ask(a, `${V6}/who`)).text).toBe('srv-1');
    await a.netns.ipLines(['link set eth0 down', `link set eth0 address ${mac}`, 'link set eth0 up']);
    expect(await unanswered(a, `${V4}/who`)).toBe(true);
    await a.netns.ipLines(['link set eth0 down', `link set eth0 address ${nic('srv-1', 11).mac}`, 'link set eth0 up']);
    await a.netns.ip('address', 'delete', '10.77.0.12/24', 'dev', 'eth0');
    await a.netns.ipLines(['route replace default via 10.77.0.1 dev eth0']);
    await expect.poll(async () => (await ask(a, `${V4}/who`)).text).toBe('srv-1');
  });

  it('sends a reply through the tap of the requester, or not at all', async () => {
    // Simulates srv-1 claiming the link-local address of srv-2 on the bridge, so that replies to srv-2 would go to srv-1.
    await b.netns.ipLines(['address flush dev eth0 scope link', 'address add fe80::88/64 dev eth0 nodad']);
    await a.netns.ip('address', 'add', 'fe80::88/64', 'dev', 'eth0', 'nodad');
    await inside().ip('neigh', 'replace', 'fe80::88', 'lladdr', nic('srv-1', 11).mac, 'dev', BRIDGE, 'nud', 'permanent');
    const before = await dropped();
    expect(await unanswered(b, `${V6}/who`)).toBe(true);
    expect(await dropped()).toBeGreaterThan(before);
    await inside().ip('neigh', 'replace', 'fe80::88', 'lladdr', nic('srv-2', 12).mac, 'dev', BRIDGE);
    expect((await ask(b, `${V6}/who`)).text).toBe('srv-2');
    // The next process that opens the network removes foreign neighbour entries and resolves the address again.
    await a.netns.ip('address', 'delete', 'fe80::88/64', 'dev', 'eth0');
  });

  it('is reachable at no other address, nor is anything else in the namespace', async () => {
    const { v4, v6 } = internalAddressesOf(nic('srv-2', 12).mac);
    for (const url of [
      `http://${v4}/who`,
      `http://[${v6}]/who`,
      'http://10.77.0.1/who',
      'http://[fe80::1%25eth0]/who',
      `${V4}:8080/who`,
    ])
      expect(await unanswered(a, url), url).toBe(true);
  });

  it.each([
    ['a forwarded request', 403, ['-H', 'X-Forwarded-For: 192.0.2.1']],
    ['a request through a proxy', 403, ['-H', 'Via: 1.1 proxy']],
    ['a name', 403, ['-H', 'Host: evil.example']],
    ['a change', 405, ['-X', 'PUT']],
    ['what is not there', 404, []],
    ['a file outside', 404, ['--path-as-is', '--url', `${V4}/../../etc/passwd`, '-o', '/dev/null']],
  ])('refuses %s', async (_what, status, args) => {
    expect((await ask(a, `${V4}/nothing`, ...args)).status).toBe(status);
  });

  it('closes the connection if the request head is too large', async () => {
    expect(await unanswered(a, `${V4}/who`, '-H', `X-Large: ${'x'.repeat(9000)}`)).toBe(true);
  });

  it('answers a guest while its neighbour opens and holds as many connections as it can', async () => {
    const script = `const net = require('net'); let n = 0; const open = () => { const s = net.connect(80, '169.254.169.254', () => s.write('GET /who HTTP/1.1'));
      s.on('error', () => {}); s.on('close', open); }; for (let i = 0; i < 200; i++) open(); setTimeout(() => process.exit(), 4000)`;
    const attack = a.netns.attempt(process.execPath, ['-e', script]);
    for (let i = 0; i < 20; i++) expect((await ask(b, `${V4}/who`)).text).toBe('srv-2');
    await attack;
    await expect.poll(async () => (await ask(a, `${V4}/who`)).text).toBe('srv-1');
  });

  it('runs unprivileged and initiates no traffic, even after all rules were flushed', async () => {
    const shared = { pools: POOLS, uplink: NO_UPLINK };
    await network.reconcile(shared);
    await inside().run('nft', ['flush', 'ruleset']);
    expect(await network.reconcile(shared)).toEqual(["the namespace's rules"]);
    const status = await readFile(`/proc/${await pid()}/status`, 'utf8');
    const user = await findSystemUser(METADATA_USER);
    expect(status).toMatch(new RegExp(`^Uid:\t${user?.uid}\t${user?.uid}\t`, 'm'));
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^Groups:\t\s*$/m);
    const become = ['--reuid', String(user?.uid), '--regid', String(user?.gid), '--clear-groups', '--'];
    const sent = await inside().attempt('setpriv', [...become, 'curl', '-s', '-m', '2', 'telnet://10.77.0.12:22']);
    // 28: no reply within the timeout. A host without a server there would refuse (7).
    expect(sent.code).toBe(28);
  });

  it('restarts quickly after it was killed, and keeps running when Innkeeper restarts', async () => {
    const before = await pid();
    process.kill(before, 'SIGKILL');
    await expect.poll(async () => (await ask(a, `${V4}/who`)).text).toBe('srv-1');
    const second = await pid();
    expect(second).not.toBe(before);
    await network.close();
    network = new NamespaceNetwork({ home });
    await network.open(POOLS);
    expect(await pid()).toBe(second);
    expect((await ask(b, `${V6}/who`)).text).toBe('srv-2');
  });

  it('replaces a process without a pid file', async () => {
    const lost = await pid();
    await rm(join('/run/innkeeper', network.namespace, 'metadata.pid'));
    await network.open(POOLS);
    expect(await pid()).not.toBe(lost);
    expect((await ask(a, `${V4}/who`)).text).toBe('srv-1');
  });

  it('has no data of a detached machine', async () => {
    await network.setMetadata('srv-3', { '/who': 'srv-3' });
    const c = await attachGuest(network, nic('srv-3', 13));
    await network.setMetadata('srv-3', { '/who': 'srv-3' });
    expect((await ask(c, `${V4}/who`)).text).toBe('srv-3');
    await network.detach('srv-3');
    await c.remove();
    const again = await attachGuest(network, nic('srv-3', 13));
    expect((await ask(again, `${V4}/who`)).status).toBe(404);
    await again.remove();
    await network.detach('srv-3');
  });

  /** Counts replies that would have left through another tap. */
  async function dropped(): Promise<number> {
    const text = await inside().run('nft', ['list', 'chain', 'bridge', 'innkeeper', 'metadata-out']);
    return [...text.matchAll(/counter packets (\d+)/g)].reduce((sum, [, packets]) => sum + Number(packets), 0);
  }
});

function nic(machineId: string, last: number): NicSpec {
  return {
    machineId,
    mac: `52:54:00:77:00:${last.toString(16).padStart(2, '0')}`,
    hostname: machineId,
    addresses: [
      { address: `10.77.0.${last}`, prefix: 24, gateway: '10.77.0.1', version: 4 },
      { address: `2001:db8:77:${last}::1`, prefix: 64, gateway: 'fe80::1', version: 6 },
    ],
    dns: [],
  };
}
