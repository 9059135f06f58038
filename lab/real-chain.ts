/** The chain with real guests: API, worker, QEMU in a network namespace, one customer with an SSH key, and SSH into the guest. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sshCommandLine } from '@innkeeper/cli/ssh/command-line';
import { addPool } from '@innkeeper/db/seed/add-pool';
import { registerImage } from '@innkeeper/db/seed/register-image';
import type { ImageFile } from '@innkeeper/engine/images/port';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import { type EngineOptions, openEngine } from '@innkeeper/engine/open';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { machineIdOf, macOf } from '@innkeeper/model/servers/machine-names';
import type { Clock } from '@innkeeper/model/time/clock';
import type { Answer, LabOptions } from './app.ts';
import { chainOver, type WholeChain } from './chain.ts';
import { type GivenAccount, givenAccount, givenNode } from './given.ts';
import type { Internet } from './internet/internet.ts';

const projectRoot = process.cwd();
const run = promisify(execFile);
/** Address pools. Guests in an internet use both, other guests only the first. */
const POOLS = [
  { cidr: '10.77.0.0/24', gateway: '10.77.0.1' },
  { cidr: '2001:db8:77::/48', gateway: 'fe80::1' },
];
const TIME_LIMIT_MS = 240_000;

type Operation = Parameters<WholeChain['call']>[0];

export interface RealChain extends WholeChain {
  owner: GivenAccount;
  imageId: number;
  sshKeyId: number;
  /** Calls an operation as the customer. Throws if it fails. */
  ask(operation: Operation, params: Record<string, number>, body?: object): Promise<Answer['body']>;
  /** Calls `ask` on a server, then waits until the operation has ended. */
  done: RealChain['ask'];
  /** Path of the private key. */
  identity: string;
  /** Runs a command as root by SSH. The first host key under an alias is pinned. */
  inside(serverId: number, command: string, hostKeyAlias?: string): Promise<string>;
}

export interface RealChainOptions {
  /** Image, or the key of one that is built on this host. */
  image: string | ImageFile;
  timeLimitMs?: number;
  deadlineFactor?: number;
  /** Size in MB of a separate disk for the engine's files. */
  diskMb?: number;
  /** Free bytes of that disk from which on paused guests resume. */
  resumeFreeBytes?: number;
  /** Clock of the API and the worker. */
  clock?: Clock;
  /** Internet into which the nodes' network is routed, if any. */
  internet?: Internet;
  copies?: Omit<NonNullable<EngineOptions['copies']>, 'directory'>;
  /** Pages that the API serves, none by default. */
  pages?: Pick<LabOptions, 'console' | 'viewer'>;
}

export async function openRealChain({
  image,
  timeLimitMs = TIME_LIMIT_MS,
  deadlineFactor = 1,
  diskMb,
  resumeFreeBytes,
  clock,
  internet,
  copies,
  pages,
}: RealChainOptions): Promise<RealChain> {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-real-'));
  const disk = join(home, 'engine');
  if (diskMb !== undefined) {
    await mkdir(disk);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', disk]);
  }
  const engine = await openEngine({
    kind: 'qemu',
    home: disk,
    projectRoot,
    root: process.getuid?.() === 0,
    log: SILENT_LOG,
    // Later runs reuse the images.
    images: join(projectRoot, 'build', 'images'),
    copies: { directory: join(home, 'copies'), ...copies },
    resumeFreeBytes,
    ...(internet?.host.name && { hostNamespace: internet.host.name }),
  });
  await engine.network.open(POOLS.slice(0, internet ? 2 : 1));
  await engine.compute.open();
  const { key, path, format } = typeof image === 'string' ? await engine.images.provide(image) : image;
  // The rescue system is built with the image `tiny`.
  await engine.images.provide('tiny');
  const chain = await chainOver(engine, { home, timeLimitMs, deadlineFactor, ...(clock && { clock }), ...pages });
  await givenNode(chain.db);
  if (internet) {
    await chain.db.transaction().execute((trx) => addPool(trx, { name: 'six', cidr: POOLS[1]?.cidr ?? '' }));
    const uplink = { ...NO_UPLINK, mode: 'routed' } as const;
    // The row is updated too, as the operator does, because the worker's job reads it.
    await chain.db
      .updateTable('nodes')
      .set({ uplink: JSON.stringify(uplink) })
      .execute();
    await engine.network.reconcile({ pools: POOLS, uplink });
    for (const { cidr } of POOLS) await internet.route(cidr);
  }
  const imageId = await chain.db
    .transaction()
    .execute((trx) => registerImage(trx, { key, path, format, name: key, group: 'tiny', ssh_keys_support: true }));
  const owner = await givenAccount(chain.db, { funds: 1_000_000n });
  const identity = join(home, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', identity]);
  const ask: RealChain['ask'] = async (operation, params, body) => {
    const answer = await chain.call(operation, { params, ...(body && { body }) }, { token: owner.token });
    if (answer.status >= 300) throw new Error(`${operation} is ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  const added = await ask('addSshKey', {}, { name: 'mine', key: (await readFile(`${identity}.pub`, 'utf8')).trim() });

  return {
    ...chain,
    owner,
    imageId,
    sshKeyId: added.id,
    identity,
    ask,
    async done(operation, params, body) {
      const answer = await ask(operation, params, body);
      const id = params.id ?? params.server ?? 0;
      await chain.serverWhen(id, owner.token, (server) => server.locked === null);
      const { data } = await ask('listServerOperations', { id });
      if (data[0]?.state !== 'done') throw new Error(`${operation} ended ${data[0]?.state}: ${data[0]?.reason}`);
      return answer;
    },
    async inside(serverId, command, hostKeyAlias = 'first') {
      const rows = await chain.db.selectFrom('ip_addresses').selectAll().where('server_id', '=', serverId).execute();
      const addresses = rows
        .filter(({ version }) => version === 4)
        .map(({ address, prefix, gateway }) => ({ address, prefix, gateway, version: 4 as const }));
      const nic = { machineId: machineIdOf(serverId), mac: macOf(serverId), hostname: 'web-1', addresses, dns: [] };
      const endpoint = engine.network.sshEndpoint(nic);
      const login = { endpoint, user: 'root', identity, hostKeyAlias, knownHosts: join(home, 'known-hosts') };
      const line = sshCommandLine(login, ['BatchMode=yes'], [command]);
      return (await run(line.file, line.args, { timeout: 120_000 })).stdout.trim();
    },
    async close() {
      for (const { machineId } of await engine.compute.list()) {
        await engine.compute.destroy(machineId);
        await engine.network.detach(machineId);
      }
      if (engine.network instanceof NamespaceNetwork) await engine.network.remove();
      if (diskMb !== undefined) await run('umount', ['--lazy', disk]);
      await chain.close();
    },
  };
}
