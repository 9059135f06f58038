/**
 * Measures snapshot, backup, restore and reinstall of a real guest through the API, and compares each with the bare operation.
 *
 * The two copies are compared with QEMU's backup job over QMP. The two new disks are compared with qemu-img and a boot by QEMU alone
 * (bare-boot.ts). The bare copy neither freezes the guest, nor reads back, nor computes a checksum. The bare backup is one more `cp`.
 */
import { chown, copyFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRecord, withQmp } from '@innkeeper/engine/compute/qemu/qmp';
import { run } from '@innkeeper/engine/host/run';
import { givenAddon } from '@innkeeper/lab/given-copies';
import { waitForServer } from '@innkeeper/sdk/wait';
import { median } from '../load.ts';
import { NOT_MEASURED_HERE, part } from '../part.ts';
import { bootBare, findMachine } from './bare-boot.ts';
import { measureSeconds, onRealHost, type RealHost } from './host.ts';
import { firstLogin, type Guest, logInAndRun } from './login.ts';

const ROUNDS = 3;
/** Megabytes of random data that the guest writes first, so that copies have content. */
const DATA_MB = 256;

const ACTS = ['snapshot', 'backup', 'restore', 'reinstall'] as const;

interface ActFigures {
  act: (typeof ACTS)[number];
  /** Seconds, median of the rounds. */
  innkeeper: number;
  bare: number;
}

interface CopiesFigures {
  dataMb: number;
  acts: ActFigures[];
}

/** Measures copies. Returns `null` if this host cannot (`onRealHost`). */
function measureCopies(say: (line: string) => void): Promise<CopiesFigures | null> {
  return onRealHost(say, async (host) => {
    const { serverId, guest } = await aServer(host);
    const rounds: Record<(typeof ACTS)[number], { innkeeper: number; bare: number }[]> = {
      snapshot: [],
      backup: [],
      restore: [],
      reinstall: [],
    };
    for (let round = 1; round <= ROUNDS; round++) {
      await logInAndRun(guest, `dd if=/dev/urandom of=/root/data bs=1M count=${DATA_MB} && sync`);
      const copied = await copyBoth(host, serverId);
      for (const act of ['snapshot', 'backup'] as const) rounds[act].push(copied[act]);
      rounds.restore.push(
        await renew(host, serverId, guest, () => host.client.restoreServer({ id: serverId, snapshot_id: copied.id })),
      );
      const { imageId, sshKeyId } = host;
      const body = { id: serverId, image_id: imageId, ssh_keys: [sshKeyId] };
      rounds.reinstall.push(await renew(host, serverId, guest, () => host.client.reinstallServer(body)));
      const line = ACTS.map((act) => rounds[act].at(-1)).map(
        (one) => `${one?.innkeeper.toFixed(1)} s beside ${one?.bare.toFixed(1)} s`,
      );
      say(`copies, round ${round}: ${ACTS.map((act, i) => `${act} ${line[i]}`).join(', ')}`);
      await host.client.deleteSnapshot({ id: copied.id });
    }
    const acts = ACTS.map((act) => ({
      act,
      innkeeper: median(rounds[act].map((one) => one.innkeeper)),
      bare: median(rounds[act].map((one) => one.bare)),
    }));
    return { dataMb: DATA_MB, acts };
  });
}

async function aServer({ client, db, imageId, sshKeyId, settled, guestAt }: RealHost) {
  const reply = await client.deployServer({ name: 'copied', plan: 'nano', image_id: imageId, ssh_keys: [sshKeyId] });
  const server = 'data' in reply ? reply.data[0] : reply;
  const address = server?.ip_addresses[0]?.ip_address;
  if (!server || address === undefined) throw new Error('the order brought no server with an address');
  await settled(server.id);
  await givenAddon(db, { serverId: server.id, key: 'backups' });
  return { serverId: server.id, guest: guestAt(address) };
}

async function copyBoth({ client, settled, directoryOf, home }: RealHost, serverId: number) {
  let id = 0;
  const snapshot = await measureSeconds(async () => {
    id = (await client.createSnapshot({ id: serverId, name: 'bench' })).id;
    await settled(serverId);
  });
  const backup = await measureSeconds(async () => {
    await client.createBackup({ id: serverId });
    await settled(serverId);
  });
  const directory = directoryOf(serverId);
  const file = path.join(directory, 'bare.qcow2');
  const bareSnapshot = await measureSeconds(() => bareCopy(directory, file));
  const bareBackup = bareSnapshot + (await measureSeconds(() => copyFile(file, path.join(home, 'bare-backup.qcow2'))));
  await rm(file);
  return { id, snapshot: { innkeeper: snapshot, bare: bareSnapshot }, backup: { innkeeper: backup, bare: bareBackup } };
}

/** Copies a disk with the backup job of QEMU alone, in the format of Innkeeper's backups. */
async function bareCopy(directory: string, file: string): Promise<void> {
  const size = 10 * 2 ** 30;
  await run('qemu-img', ['create', '-q', '-f', 'qcow2', '-o', 'compression_type=zstd', file, String(size)]);
  const { uid, gid } = await stat(path.join(directory, 'run'));
  await chown(file, uid, gid);
  await withQmp(directory, 'act.sock', async (qmp) => {
    await qmp.command('blockdev-add', {
      driver: 'qcow2',
      'node-name': 'bare',
      file: { driver: 'file', filename: path.basename(file) },
    });
    const job = { 'job-id': 'bare', device: 'disk', target: 'bare', sync: 'full', compress: true, 'auto-dismiss': false };
    await qmp.command('blockdev-backup', job);
    for (let running = true; running; ) {
      const jobs = await qmp.command('query-jobs');
      running = Array.isArray(jobs) && jobs.some((one) => isRecord(one) && one.id === 'bare' && one.status !== 'concluded');
    }
    await qmp.command('job-dismiss', { id: 'bare' });
    await qmp.command('blockdev-del', { 'node-name': 'bare' });
  });
}

/** Measures from the request to the first login on the new disk, and the same boot by QEMU alone. Both start with the guest off. */
async function renew(host: RealHost, serverId: number, guest: Guest, ask: () => Promise<unknown>) {
  const { client, settled, directoryOf } = host;
  await off(host, serverId);
  const innkeeper = await measureSeconds(async () => {
    await ask();
    await waitForServer(client, serverId, (one) => one.locked === null, { interval: 100 });
    await firstLogin(guest);
  });
  await settled(serverId);
  const machine = await findMachine(directoryOf(serverId));
  await off(host, serverId);
  const bare = await bootBare(machine, guest);
  await client.startServer({ id: serverId });
  await settled(serverId);
  return { innkeeper, bare };
}

async function off({ client, settled }: RealHost, serverId: number): Promise<void> {
  await client.powerOffServer({ id: serverId });
  await settled(serverId);
}

export const copies = part<CopiesFigures | null>({
  title: 'Copies and new disks',
  always: true,
  measure: ({ say }) => measureCopies(say),
  section: (figures) => (figures ? sectionOf(figures) : NOT_MEASURED_HERE),
  targets: () => [],
});

function sectionOf({ dataMb, acts }: CopiesFigures): string {
  const rows = acts.map(
    ({ act, innkeeper, bare }) =>
      `| ${act} | ${innkeeper.toFixed(1)} s | ${bare.toFixed(1)} s | x ${(innkeeper / bare).toFixed(2)} |`,
  );
  return `A running guest of \`tiny\` with ${dataMb} MB of random data on a disk of 10 GB. Innkeeper: from the request to the end of the operation. For
restore and reinstall: from a stopped guest to the first login. Bare: QEMU's backup job over QMP into the same compressed format, without
freeze, read-back and checksum (for a backup also one \`cp\`). For restore and reinstall: an empty disk over the same base, and a boot by QEMU alone.

| | Innkeeper | bare | ratio |
|---|---|---|---|
${rows.join('\n')}`;
}
