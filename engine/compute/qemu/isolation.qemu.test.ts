/** Tests the possible actions of an attacker who escaped from a guest into its QEMU: same user, same directory, same network. */
import { execFile } from 'node:child_process';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessRecord } from '../../host/process.ts';
import { isAlive } from '../../host/process.ts';
import { run } from '../../host/run.ts';
import { LocalImages } from '../../images/local.ts';
import { NamespaceNetwork } from '../../network/namespace/driver.ts';
import { tapOf } from '../../network/namespace/names.ts';
import { type MachineSpec, NO_MEDIA } from '../port.ts';
import type { MachineRecord } from './directory.ts';
import { openQemuHarness, type QemuHarness } from './harness.ts';
import { processesOf } from './kill-user-processes.ts';

const projectRoot = process.cwd();
const SECRET = 'what only root may read\n';

describe.skipIf(process.getuid?.() !== 0)('an attacker who escaped from a guest', () => {
  let harness: QemuHarness;
  let network: NamespaceNetwork;
  /** Directory of files owned by root. */
  let place = '';
  let [mine, theirs]: [MachineSpec, MachineSpec] = [] as never;

  const vm = ({ machineId }: MachineSpec) => join(harness.home, 'machines', machineId, 'vm');
  const record = async <T>({ machineId }: MachineSpec, name: string) =>
    JSON.parse(await readFile(join(harness.home, 'machines', machineId, name), 'utf8')) as T;
  const machineOf = (spec: MachineSpec) => record<MachineRecord>(spec, 'machine.json');
  const processOf = (spec: MachineSpec) => record<ProcessRecord>(spec, 'process.json');
  const uidOf = async (spec: MachineSpec) => (await stat(`/proc/${(await processOf(spec)).pid}`)).uid;

  /** Runs a script as the guest's QEMU user. Returns whether it succeeded. */
  const escaped = async (spec: MachineSpec, script: string, ...args: string[]): Promise<boolean> => {
    const uid = String(await uidOf(spec));
    const become = ['--reuid', uid, '--regid', uid, '--clear-groups', '--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'];
    const command = ['setpriv', ...become, '--', 'sh', '-c', script, 'sh', ...args];
    return new Promise((resolve) => {
      execFile('ip', ['netns', 'exec', network.namespace, ...command], { cwd: vm(spec) }, (error) => resolve(error === null));
    });
  };

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'innkeeper-root-'));
    harness = await openQemuHarness({
      images: new LocalImages({ directory: join(projectRoot, 'build', 'images'), projectRoot }),
      projectRoot,
      network: (home) => {
        network = new NamespaceNetwork({ home });
        return network;
      },
      onClose: () => network.remove(),
    });
    [mine, theirs] = [await harness.spec('guest-1'), await harness.spec('guest-2')];
    for (const spec of [mine, theirs]) {
      await harness.compute.create(spec);
      await harness.compute.start(spec.machineId);
    }
  });
  afterAll(async () => {
    await harness?.close();
    await rm(place, { recursive: true, force: true });
  });

  it('has a dedicated user, without privileges, in a sandbox', async () => {
    const users = await Promise.all([mine, theirs].map(uidOf));
    expect(new Set(users).size).toBe(2);
    for (const spec of [mine, theirs]) {
      const status = await readFile(`/proc/${(await processOf(spec)).pid}/status`, 'utf8');
      expect(status).toMatch(/^CapEff:\t0+$/m);
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      expect(status).toMatch(/^Seccomp:\t2$/m);
      expect(status).toMatch(/^Groups:\t\s*$/m);
    }
  });

  it('finds no secret in the environment and command line of QEMU, which every user can read', async () => {
    const { pid } = await processOf(theirs);
    const names = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').map((word) => word.split('=')[0] ?? '');
    expect(names.filter((name) => !['', 'PATH', 'LC_ALL', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))).toEqual([]);
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const { sshKeys, startupScript, hostname } = theirs.seed;
    for (const secret of [...sshKeys, startupScript, hostname, harness.home]) expect(line).not.toContain(secret);
  });

  it('reaches nothing of another guest', async () => {
    const ways = (of: { pid: number }, disk: string, base: string, path: string) => ({
      'the disk by its path': ['cat "$1" > /dev/null', join(path, disk)],
      'the disk where its QEMU works': ['cat "$1" > /dev/null', `/proc/${of.pid}/cwd/${disk}`],
      'its directory': ['ls "$1"', `/proc/${of.pid}/cwd/run`],
      'the disk below its root': ['cat "$1" > /dev/null', `/proc/${of.pid}/root${join(path, disk)}`],
      'what its QEMU has open': ['ls /proc/$1/fd/', String(of.pid)],
      'its memory': ['dd if=/proc/$1/mem of=/dev/null bs=1 count=0', String(of.pid)],
      'its environment': ['cat /proc/$1/environ > /dev/null', String(of.pid)],
      'a signal': ['kill -0 "$1"', String(of.pid)],
      'its trace': [`perl -e 'exit(syscall(101, 0x4206, $ARGV[0] + 0, 0, 0) == 0 ? 0 : 1)' "$1"`, String(of.pid)],
      'its monitor': [CONNECT, `/proc/${of.pid}/cwd/run/act.sock`],
      'its screen': [CONNECT, `/proc/${of.pid}/cwd/run/vnc.sock`],
      'its monitor by its path': [CONNECT, join(path, 'run', 'act.sock')],
      'what its disk was made of': ['cat "$1" > /dev/null', join(path, '..', base)],
    });
    const reached = async (spec: MachineSpec): Promise<string[]> => {
      const [of, { disk, base }] = [await processOf(spec), await machineOf(spec)];
      const all = Object.entries(ways(of, disk, base?.name ?? '', vm(spec)));
      const outcomes = await Promise.all(all.map(([, [script = '', ...args]]) => escaped(mine, script, ...args)));
      return all.filter((_, i) => outcomes[i]).map(([name]) => name);
    };
    expect(await reached(theirs)).toEqual([]);
    // Proves that the attempts work: most of them succeed against the attacker's own guest.
    expect((await reached(mine)).sort()).toEqual(OWN_NAMESPACES);
  });

  it('attaches to no network device, neither to its own again nor to that of a stopped guest', async () => {
    const plug = `exec 6<>/dev/net/tun && perl -e 'open(T, "+<&=6") && ioctl(T, 0x400454ca, my $r = pack("a16Sx22", $ARGV[0], 0x5002)) or exit 1' "$1"`;
    // `TAP_AS` makes the tun device accessible, so only the kernel's check of the tap's owner is left to refuse.
    const { uid } = { uid: await uidOf(mine) };
    await network.attach({ ...theirs.nic, machineId: 'guest-3', mac: '52:54:00:77:00:63', addresses: [] });
    const tried = await run('sh', ['-c', TAP_AS, 'sh', network.namespace, String(uid), plug, tapOf('guest-3')]);
    expect(tried.trim()).toBe('refused');
    await network.detach('guest-3');
  });

  it('reads what it was granted, and changes nothing but its disk', async () => {
    const { seed } = await machineOf(mine);
    expect(await escaped(mine, 'cat "$1" > /dev/null', seed)).toBe(true);
    for (const script of [
      'echo > "$1"',
      'rm -f "$1"',
      'mv "$1" elsewhere',
      'ln -s /etc/shadow other',
      'chmod 666 "$1"',
      'ls .',
    ]) {
      expect(await escaped(mine, script, seed), script).toBe(false);
    }
    const image = await machineOf(mine).then(({ spec }) => (spec.source.from === 'image' ? spec.source.image.path : ''));
    const [fd] = await heldAs(await processOf(mine), (await stat(image)).ino);
    expect(fd).toBeDefined();
    expect(await escaped(mine, 'echo > "$1"', `/proc/${(await processOf(mine)).pid}/fd/${fd}`)).toBe(false);
  });

  it('cannot misuse Innkeeper by links: no file of root is touched, and no other guest is reached', async () => {
    const [file, folder] = [join(place, 'secret'), join(place, 'folder')];
    await writeFile(file, SECRET, { mode: 0o600 });
    await mkdir(folder, { mode: 0o700 });
    await writeFile(join(folder, 'kept'), SECRET);
    await chmod(place, 0o755);
    const whole = async () => {
      const about = await Promise.all([file, folder, join(folder, 'kept')].map((path) => lstat(path)));
      return [
        await readFile(file, 'utf8'),
        await readdir(folder),
        ...about.map(({ mode, uid, gid, ino }) => ({ mode, uid, gid, ino })),
      ];
    };
    const before = await whole();
    const other = await processOf(theirs);
    const { disk, seed } = await machineOf(mine);
    const theirSocket = join(vm(theirs), 'run', 'act.sock');
    const links = (to: string) =>
      [
        disk,
        seed,
        'copy.qcow2',
        'screen.png',
        'iso-1',
        'run/screen.png',
        'run/x',
        'run/act.sock',
        'run/agent.sock',
        'run/vnc.sock',
      ]
        .map((name) => `rm -rf ${name} 2>/dev/null; ln -s ${to} ${name} 2>/dev/null`)
        .join('; ');
    const { compute } = harness;
    const iso = await harness.iso('disc', 'the disc');
    const acts: Record<string, () => Promise<unknown>> = {
      log: () => compute.consoleLog(mine.machineId),
      screenshot: () => compute.screenshot(mine.machineId),
      console: () => compute.openConsole(mine.machineId),
      copy: () => compute.copyDisk(mine.machineId, { to: join(harness.directory, 'stolen.qcow2') }),
      media: () => compute.setMedia(mine.machineId, { ...NO_MEDIA, primary: iso }),
      seed: () => compute.reseed(mine.machineId, mine.seed),
      measure: () => compute.measure(mine.machineId),
      off: () => compute.powerOff(mine.machineId),
      'copy while off': () => compute.copyDisk(mine.machineId, { to: join(harness.directory, 'stolen-2.qcow2') }),
      'start with what it left': () => compute.start(mine.machineId),
      'off again': () => compute.powerOff(mine.machineId),
      rebuild: () => compute.rebuild(mine.machineId, { source: mine.source, diskGb: mine.diskGb, seed: mine.seed }),
      'start again': () => compute.start(mine.machineId),
    };
    for (const target of [file, folder, theirSocket]) {
      // The script tries to outlive its QEMU, and keeps replacing the links.
      void escaped(mine, `trap '' HUP TERM; while :; do ${links(target)}; sleep 0.05; done`);
      for (const [name, act] of Object.entries(acts)) {
        const answer = await act().catch(() => null);
        expect(Buffer.isBuffer(answer) && answer.includes(SECRET.trim()), name).toBe(false);
        expect(await whole(), name).toEqual(before);
        expect(await isAlive(other), name).toBe(true);
      }
      for (const name of await readdir(harness.directory)) {
        if (name.endsWith('.qcow2')) expect((await readFile(join(harness.directory, name))).includes(SECRET.trim())).toBe(false);
      }
    }
    expect(await compute.inspect(mine.machineId)).toMatchObject({ power: 'running' });
    expect((await compute.screenshot(mine.machineId)).subarray(1, 4).toString()).toBe('PNG');
  });

  it('ends with its guest, with all its processes and files', async () => {
    const uid = await uidOf(mine);
    void escaped(mine, `trap '' HUP TERM INT; mkdir -p run/a/b; ln -s ${place} run/a/c; setsid sleep 600 & sleep 600`);
    await expect.poll(async () => (await processesOf(uid)).length).toBeGreaterThan(3);
    await harness.compute.destroy(mine.machineId);
    expect(await processesOf(uid)).toEqual([]);
    expect(await harness.leftovers(mine.machineId)).toEqual([]);
    expect(await readFile(join(place, 'secret'), 'utf8')).toBe(SECRET);
    expect(await readdir('/run/innkeeper/uids')).not.toContain(String(uid));
  });

  it('is adopted in the older layout: with sockets beside its disk, in its own directory', async () => {
    const { uid, ...older } = await processOf(theirs);
    const sockets = await readdir(join(vm(theirs), 'run'));
    for (const name of sockets) await rename(join(vm(theirs), 'run', name), join(vm(theirs), name));
    await rmdir(join(vm(theirs), 'run'));
    await chown(vm(theirs), uid ?? 0, uid ?? 0);
    await writeFile(join(vm(theirs), '..', 'process.json'), JSON.stringify(older));
    const compute = await harness.restart();
    expect(await compute.inspect(theirs.machineId)).toMatchObject({ power: 'running' });
    expect(await compute.measure(theirs.machineId)).not.toBeNull();
    expect((await compute.openConsole(theirs.machineId)).socketPath).toBe(join(vm(theirs), 'vnc.sock'));
    expect(await isAlive(older)).toBe(true);
    await compute.powerOff(theirs.machineId);
    expect(await isAlive(older)).toBe(false);
    await compute.start(theirs.machineId);
    expect(await processOf(theirs)).toMatchObject({ uid });
  });

  it('keeps its user, and one from before dedicated users gets one at its next start', async () => {
    const uid = await uidOf(theirs);
    await harness.compute.powerOff(theirs.machineId);
    await harness.compute.start(theirs.machineId);
    expect(await uidOf(theirs)).toBe(uid);
    // The older layout: QEMU's user owns the directory and its sockets.
    await harness.compute.powerOff(theirs.machineId);
    await run('chown', ['-R', 'nobody:nogroup', vm(theirs)]);
    await rm(join(vm(theirs), 'run'), { recursive: true });
    await writeFile(join(vm(theirs), 'act.sock'), '');
    await harness.compute.start(theirs.machineId);
    expect(await uidOf(theirs)).toBe(uid);
    expect((await stat(vm(theirs))).uid).toBe(0);
    expect(await readdir(vm(theirs))).not.toContain('act.sock');
  });
});

const CONNECT = `perl -MIO::Socket::UNIX -e 'exit(IO::Socket::UNIX->new(Peer => $ARGV[0]) ? 0 : 1)' "$1"`;

/**
 * Attempts that succeed against the attacker's own guest. The others use paths below the home, which the attacker's user cannot enter even
 * for its own guest.
 */
const OWN_NAMESPACES = [
  'a signal',
  'its directory',
  'its environment',
  'its memory',
  'its monitor',
  'its screen',
  'its trace',
  'the disk where its QEMU works',
  'what its QEMU has open',
];

/**
 * Shell script that makes a tun device accessible, which the launcher does not, and runs a script that attaches to a tap. Prints `plugged`
 * or `refused`. Arguments: NAMESPACE UID SCRIPT DEVICE.
 */
const TAP_AS = `nsenter --net=/run/netns/$1 unshare --mount sh -c 'mount -t tmpfs tmpfs /mnt; mknod -m 666 /mnt/tun c 10 200
mount --bind /mnt/tun /dev/net/tun
setpriv --reuid "$1" --regid "$1" --clear-groups --bounding-set=-all -- sh -c "$2" sh "$3" && echo plugged || echo refused' sh "$2" "$3" "$4" 2>/dev/null`;

/** Lists the descriptors of a process that refer to a file. */
async function heldAs({ pid }: ProcessRecord, ino: number): Promise<string[]> {
  const all = await readdir(`/proc/${pid}/fd`);
  const inodes = await Promise.all(
    all.map((fd) =>
      stat(`/proc/${pid}/fd/${fd}`).then(
        (about) => about.ino,
        () => null,
      ),
    ),
  );
  return all.filter((_, i) => inodes[i] === ino);
}
