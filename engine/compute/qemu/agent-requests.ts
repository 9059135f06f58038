/** The requests to the guest agent. Its answers are untrusted, so each is validated. */
import { setTimeout as sleep } from 'node:timers/promises';
import { hostNames } from '@innkeeper/model/servers/host-names';
import { EngineError } from '../../error.ts';
import type { NicSpec } from '../../nic.ts';
import type { Ask } from './agent.ts';
import { isRecord } from './qmp.ts';

export const BOOT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the boot id of the guest's kernel. */
export async function bootId(ask: Ask): Promise<string> {
  const handle = await ask('guest-file-open', { path: '/proc/sys/kernel/random/boot_id', mode: 'r' });
  if (!Number.isSafeInteger(handle)) throw new EngineError('guest', 'the guest agent gave no file handle');
  const read = await ask('guest-file-read', { handle, count: 64 });
  await ask('guest-file-close', { handle });
  const encoded = isRecord(read) ? read['buf-b64'] : null;
  const id = typeof encoded === 'string' ? Buffer.from(encoded, 'base64').toString('latin1').trim() : '';
  if (!BOOT_ID.test(id)) throw new EngineError('guest', 'the guest agent gave no boot id');
  return id;
}

/** Asks the guest to reboot. A guest that agrees sends no answer, so this waits at most 300 ms for a refusal. */
export async function reboot(ask: Ask): Promise<void> {
  const refused = ask('guest-shutdown', { mode: 'reboot' });
  await Promise.race([refused, sleep(300)]);
  refused.catch(() => undefined);
}

/** Sets the password of a user. `hash` is a crypt(3) hash. */
export async function setPassword(ask: Ask, { user, hash }: { user: string; hash: string }): Promise<void> {
  const password = Buffer.from(hash).toString('base64');
  await ask('guest-set-user-password', { username: user, password, crypted: true });
}

/** Replaces the SSH keys of root. */
export async function setSshKeys(ask: Ask, keys: readonly string[]): Promise<void> {
  await ask('guest-ssh-add-authorized-keys', { username: 'root', keys, reset: true });
}

/** Shell script that sets the short hostname and its line in /etc/hosts. */
const RENAME = `set -e
printf '%s\\n' "$1" > /etc/hostname
if [ -d /run/systemd/system ] && command -v hostnamectl >/dev/null; then hostnamectl set-hostname "$1"; else hostname "$1"; fi
if grep -q '^127\\.0\\.1\\.1[[:space:]]' /etc/hosts; then
  sed 's/^127\\.0\\.1\\.1[[:space:]].*/127.0.1.1 '"$2"'/' /etc/hosts > /etc/hosts.new
else
  { cat /etc/hosts; echo "127.0.1.1 $2"; } > /etc/hosts.new
fi
cat /etc/hosts.new > /etc/hosts
rm /etc/hosts.new
sync`;

/**
 * Sets the hostname, which consists of letters, digits, dots and hyphens. Its first label becomes the hostname, the whole the canonical
 * name.
 */
export async function setHostname(ask: Ask, hostname: string): Promise<void> {
  if (!/^[A-Za-z0-9.-]{1,253}$/.test(hostname)) throw new EngineError('guest', 'invalid hostname', { retryable: false });
  const { short, hosts } = hostNames(hostname);
  await exec(ask, ['/bin/sh', '-c', RENAME, 'sh', short, hosts]);
}

/**
 * Shell script that finds the interface by its MAC, then applies each word: `+` adds an address, `-` removes one. `4` and `6` set a gateway
 * and the source address of packets to it.
 */
const ADDRESSES = `mac=$1 device=
shift
for place in /sys/class/net/*; do
  if [ "$(cat "$place/address")" = "$mac" ]; then device=\${place##*/}; fi
done
[ -n "$device" ] || exit 3
has() { ip addr show dev "$device" | grep -qF " $1 "; }
for word in "$@"; do
  what=\${word#?}
  case $word in
    +*) has "$what" || ip addr add "$what" dev "$device" || exit 4 ;;
    -*) if has "$what"; then ip addr del "$what" dev "$device" || exit 5; fi ;;
    4*) ip route replace default via "\${what%,*}" dev "$device" src "\${what#*,}" || exit 6 ;;
    6*) ip -6 route replace default via "\${what%,*}" dev "$device" || exit 7 ;;
  esac
done`;

type NicAddresses = Pick<NicSpec, 'mac' | 'addresses'>;

/** Applies `addresses` and removes those of `before` that it lacks. New addresses are added first, so the guest always has one. */
export async function setAddresses(ask: Ask, before: NicAddresses['addresses'], { mac, addresses }: NicAddresses): Promise<void> {
  const words = (of: NicAddresses['addresses']) => of.map(({ address, prefix }) => `${address}/${prefix}`);
  const now = words(addresses);
  const gone = [...new Set(words(before))].filter((one) => !now.includes(one));
  const gateways = ([4, 6] as const).flatMap((family) => {
    const main = addresses.find(({ version }) => version === family);
    return main === undefined ? [] : [`${family}${main.gateway},${main.address}`];
  });
  const all = [...now.map((one) => `+${one}`), ...gateways, ...gone.map((one) => `-${one}`)];
  await exec(ask, ['/bin/sh', '-c', ADDRESSES, 'sh', mac, ...all]);
}

/** Runs a program in the guest until it exits or the session times out. Returns its output. */
export async function exec(ask: Ask, [path = '', ...arg]: readonly string[]): Promise<string> {
  const started = await ask('guest-exec', { path, arg, 'capture-output': true });
  const pid = isRecord(started) ? started.pid : null;
  if (!Number.isSafeInteger(pid)) throw new EngineError('guest', 'the guest agent started nothing');
  for (;;) {
    const status = await ask('guest-exec-status', { pid });
    if (!isRecord(status)) throw new EngineError('guest', 'the guest agent lost what it started');
    if (status.exited === true) {
      if (status.exitcode !== 0) throw new EngineError('guest', `${path} failed in the guest`, { retryable: false });
      return Buffer.from(typeof status['out-data'] === 'string' ? status['out-data'] : '', 'base64').toString('utf8');
    }
    await sleep(50);
  }
}

/** Freezes all file systems. Returns whether any was frozen. */
export async function freeze(ask: Ask): Promise<boolean> {
  const count = await ask('guest-fsfreeze-freeze');
  return typeof count === 'number' && count > 0;
}

/** Thaws all file systems. Throws if any stays frozen. */
export async function thaw(ask: Ask): Promise<true> {
  await ask('guest-fsfreeze-thaw');
  if ((await ask('guest-fsfreeze-status')) !== 'thawed') throw new EngineError('guest', 'the guest stays frozen');
  return true;
}
