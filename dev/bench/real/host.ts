/** Real guests for a benchmark: an API and a worker on an empty database, and one customer. Everything is removed afterwards. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { guestsByDirectory, kill } from '@innkeeper/engine/compute/qemu/process';
import { recordOf } from '@innkeeper/engine/host/process';
import { run } from '@innkeeper/engine/host/run';
import { LocalImages } from '@innkeeper/engine/images/local';
import { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import { namespaceOf } from '@innkeeper/engine/network/namespace/names';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { createClient } from '@innkeeper/sdk/client';
import { waitForServer } from '@innkeeper/sdk/wait';
import { type Child, startChild } from '../child.ts';
import { NODE } from '../fixture/catalogue.ts';
import type { WorkerOptions } from '../roles/worker.ts';
import { type BootFixture, openBootFixture } from './fixture.ts';
import type { Guest } from './login.ts';

/** Directory of images, reused between runs. */
const IMAGES = path.resolve('build/images');

/** Poll interval in milliseconds. A measured time includes up to one interval. */
const POLLING = { interval: 100 };

export interface RealHost extends Pick<BootFixture, 'db' | 'imageId'> {
  home: string;
  client: ReturnType<typeof createClient>;
  sshKeyId: number;
  /** Returns the directory in which QEMU runs for a server. */
  directoryOf(serverId: number): string;
  guestAt(address: string): Guest;
  /** Waits until no operation is in progress on the server. Throws if the last one failed. */
  settled(serverId: number): Promise<void>;
}

/** Runs `body` with real guests. Returns `null` and prints the reason if this host cannot, since it takes root and QEMU. */
export async function onRealHost<T>(say: (line: string) => void, body: (host: RealHost) => Promise<T>): Promise<T | null> {
  if (process.getuid?.() !== 0) {
    say('real guests: skipped, since a network namespace takes root');
    return null;
  }
  const home = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-bench-real-')));
  const image = await new LocalImages({ directory: IMAGES, projectRoot: process.cwd() }).provide('tiny', say);
  const fixture = await openBootFixture(image);
  const [api, worker] = [startChild('api'), startChild('worker')] as [Child, Child];
  try {
    const port = await api.ask<number>('open', fixture.urls.api);
    const databaseUrl = fixture.urls.worker;
    await worker.ask('open', { databaseUrl, node: NODE, engine: 'qemu', home, images: IMAGES } satisfies WorkerOptions);
    return await body(await hostOf(fixture, port, home));
  } finally {
    await Promise.all([api, worker].map((child) => child.stop()));
    await removeGuests(home);
    await fixture.close();
    await fs.rm(home, { recursive: true, force: true });
  }
}

async function hostOf({ db, imageId, token }: BootFixture, port: number, home: string): Promise<RealHost> {
  const key = path.join(home, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'bench', '-f', key]);
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token });
  const { id: sshKeyId } = await client.addSshKey({ name: 'bench', key: (await fs.readFile(`${key}.pub`, 'utf8')).trim() });
  return {
    db,
    imageId,
    home,
    client,
    sshKeyId,
    directoryOf: (serverId) => path.join(home, 'machines', machineIdOf(serverId), 'vm'),
    guestAt: (host) => ({ namespace: namespaceOf(home), host, key }),
    async settled(serverId) {
      await waitForServer(client, serverId, (one) => one.locked === null, POLLING);
      const [last] = (await client.listServerOperations({ id: serverId })).data;
      if (last?.state !== 'done') throw new Error(`${last?.kind} of server ${serverId} ended ${last?.state}`);
    },
  };
}

/** Removes all guests of the home, including those of an aborted run. */
async function removeGuests(home: string): Promise<void> {
  for (const [directory, pid] of await guestsByDirectory()) {
    const record = directory.startsWith(`${home}/`) ? await recordOf(pid) : null;
    if (record) await kill(record);
  }
  const network = new NamespaceNetwork({ home });
  await network.open([]);
  await network.remove();
}

/** Returns the time that `body` took, in seconds. */
export async function measureSeconds(body: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await body();
  return (performance.now() - began) / 1000;
}
