/** Inspects a real guest in tests: by SSH, or by its agent without a network. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { attempt, type RunResult } from '../../host/run.ts';
import type { NetworkPort } from '../../network/port.ts';
import type { NicSpec } from '../../nic.ts';
import type { GuestInspector } from '../conformance/harness.ts';
import type { MachineSpec } from '../port.ts';
import { withAgent } from './agent.ts';
import { exec } from './agent-requests.ts';

export interface GuestAccess {
  network: NetworkPort;
  /** Path of the private key. */
  key: string;
}

const TRUST = ['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'LogLevel=ERROR'];
const QUICK = ['-o', 'ConnectTimeout=10', '-o', 'ServerAliveInterval=2', '-o', 'ServerAliveCountMax=5'];

/** Runs a command in the guest by SSH as root, and returns its result whatever the exit code. */
export function ssh({ network, key }: GuestAccess, nic: NicSpec, command: string): Promise<RunResult> {
  return connect(network, nic, ['-i', key, '-o', 'BatchMode=yes'], command, {});
}

function connect(network: NetworkPort, nic: NicSpec, auth: string[], command: string, env: Record<string, string>) {
  const { host, port, namespace } = network.sshEndpoint(nic);
  const args = ['ssh', ...auth, ...TRUST, ...QUICK, '-p', String(port), `root@${host}`, command];
  const [file = 'ssh', ...rest] = namespace === null ? args : ['ip', 'netns', 'exec', namespace, ...args];
  return attempt(file, rest, { timeoutMs: 60_000, env });
}

/**
 * Shell script that sets `root` to the prefix of paths on the machine's disk. The prefix is empty in the system on that disk. In the rescue
 * system the script mounts the disk at /mnt, and the caller unmounts it.
 */
const ON_DISK = `if grep -q '^/dev/vda1 / ' /proc/mounts; then root=; else root=/mnt; mount -t ext4 -o ro /dev/vda1 /mnt || exit 9; fi`;
const INSPECT_SCRIPT = `grep -q '^/dev/vda1 / ' /proc/mounts && echo disk || echo rescue
hostname
hostname -f
cat /etc/machine-id
cut -d: -f2 /etc/shadow
nproc
awk '/MemTotal/ { print int($2 / 1024) }' /proc/meminfo
cat /sys/block/vda/size
df -k / | awk 'END { print $2 }'
ip -4 addr show dev eth0 | awk '$1 == "inet" { printf "%s ", $2 } END { print "" }'
cat /root/.ssh/authorized_keys`;

export function guestInspector({ network, key, machines }: GuestAccess & { machines: string }): GuestInspector {
  const runInGuest = async (spec: MachineSpec, command: string): Promise<string> => {
    const { code, stdout, stderr } = await ssh({ network, key }, spec.nic, command);
    if (code !== 0) throw new Error(`ssh ${command}: exit ${code}: ${stderr}`);
    return stdout;
  };
  return {
    async write(spec, name, text) {
      await runInGuest(spec, `printf %s '${text}' > /root/${name}`);
    },
    async read(spec, name) {
      const text = await runInGuest(
        spec,
        `${ON_DISK}; cat $root/root/${name} 2>/dev/null || echo -absent-; [ -z "$root" ] || umount /mnt`,
      );
      return text.includes('-absent-') ? null : text;
    },
    async facts(spec) {
      const lines = (await runInGuest(spec, INSPECT_SCRIPT)).trimEnd().split('\n');
      const [
        system,
        hostname = '',
        fqdn = '',
        identity = '',
        passwordHash = '',
        vcpus,
        memoryMb,
        sectors,
        kilobytes,
        addresses = '',
        ...sshKeys
      ] = lines;
      return {
        system: system === 'rescue' ? 'rescue' : 'disk',
        hostname,
        fqdn,
        identity,
        passwordHash,
        sshKeys,
        addresses: addresses.split(' ').filter(Boolean),
        vcpus: Number(vcpus),
        memoryMb: Number(memoryMb),
        diskGb: Number(sectors) / 2 ** 21,
        rootGb: Number(kilobytes) / 2 ** 20,
      };
    },
    async readDrive(spec, drive) {
      const device = drive === 'primary' ? '/dev/sr0' : '/dev/sr1';
      const load = 'modprobe ata_piix; modprobe sr_mod; for i in 1 2 3 4 5 6 7 8 9; do [ -b /dev/sr1 ] && break; sleep 0.2; done';
      // A drive takes a moment to detect a new disc.
      const mount = `for i in 1 2 3 4 5; do mount -t iso9660 -o ro ${device} /mnt 2>/dev/null && break; sleep 0.3; done`;
      const read = `${mount}; cat /mnt/text 2>/dev/null || echo -absent-; umount /mnt 2>/dev/null || true`;
      const text = await runInGuest(spec, `${load}; ${read}`);
      return text.includes('-absent-') ? null : text;
    },
    async hasLink({ machineId }) {
      const vm = join(machines, machineId, 'vm');
      const carrier = await withAgent(vm, { timeoutMs: 20_000 }, (ask) => exec(ask, ['/bin/cat', '/sys/class/net/eth0/carrier']));
      return carrier.trim() === '1';
    },
    async acceptsPassword(spec, { clear }) {
      const asks = join(dirname(key), 'password.sh');
      await writeFile(asks, '#!/bin/sh\necho "$PASSWORD"\n', { mode: 0o700 });
      const auth = [
        '-o',
        'PreferredAuthentications=password',
        '-o',
        'PubkeyAuthentication=no',
        '-o',
        'NumberOfPasswordPrompts=1',
      ];
      const env = { SSH_ASKPASS: asks, SSH_ASKPASS_REQUIRE: 'force', PASSWORD: clear };
      const { code, stderr } = await connect(network, spec.nic, auth, 'true', env);
      if (code !== 0 && !/denied/.test(stderr)) throw new Error(`ssh by password: exit ${code}: ${stderr}`);
      return code === 0;
    },
  };
}
