/**
 * Builds the shell script that cloud-init runs at each boot, before it applies any cloud-config.
 *
 * Once per instance id it does what a customer's cloud-config would undo, because lists such as `users` and `write_files` replace ours. At
 * later boots it changes none of it, so that changes of the guest's owner stay. Guests that an earlier release has set up have no mark of
 * this script. They are known by cloud-init's own marks, and are left as they are.
 */
import { hostNames } from '@innkeeper/model/servers/host-names';
import type { Seed } from '../port.ts';
import { replaces } from './amendments.ts';
import { READY } from './command.ts';
import { shellQuoted } from './shell-quoted.ts';

const KEYS = '/root/.ssh/authorized_keys';

const REPORT = `for port in /sys/class/virtio-ports/*; do
  [ "$(cat "$port/name" 2>/dev/null)" = ${READY.port} ] || continue
  cat /proc/sys/kernel/random/boot_id > "/dev/\${port##*/}"
done
exit 0
`;

/** Writes the boot id to the port of the ready line. Does nothing in a guest without the port, such as one that runs elsewhere. */
export const READY_SCRIPT = `#!/bin/sh\n${REPORT}`;

/**
 * Replaces the machine id of a copy. systemd creates an id only if none exists. A copy contains the id of its original. Services started
 * earlier keep the old id until the next boot.
 */
const MACHINE_ID = `rm -f /etc/machine-id
  [ -L /var/lib/dbus/machine-id ] || rm -f /var/lib/dbus/machine-id
  systemd-machine-id-setup`;

/** Sets the password from the seed's disk, which only root can read. Any program of the guest can read user data. */
const PASSWORD = `place=$(mktemp -d /run/seed.XXXXXX) || return 1
  result=1
  for device in $(blkid -t LABEL=cidata -o device); do
    mount -t iso9660 -o ro,nosuid,nodev,noexec "$device" "$place" || continue
    grep -q "\\"instance-id\\": \\"$id\\"" "$place/meta-data" && chpasswd -e < "$place/root-password" && result=0
    umount "$place"
  done
  rmdir "$place"
  return $result`;

/** Lets root log in with the password. cloud-init sets PasswordAuthentication. */
const PASSWORD_LOGIN = `[ -d /etc/ssh/sshd_config.d ] || return 0
  echo 'PermitRootLogin yes' > /etc/ssh/sshd_config.d/10-innkeeper.conf`;

/** Unlocks the password, which cloud-init locks if a customer's `users` contain root without `lock_passwd`. Runs at the end of the boot. */
const UNLOCK = `case $(grep '^root:' /etc/shadow) in 'root:!$'*) passwd -u root > /dev/null ;; esac`;

/** Returns the script. `copied` is true for a new guest whose disk is a copy. */
export function bootHook(seed: Seed, copied: boolean): string {
  const acts = actsOf(seed, copied);
  const functions = Object.entries(acts).map(([name, body]) => `${name}() {\n  ${body}\n}\n`);
  return `#cloud-boothook
#!/bin/sh
id=${shellQuoted(seed.instanceId)}
marks=/var/lib/innkeeper
mkdir -p $marks /var/lib/cloud/scripts/per-boot
printf %s ${shellQuoted(perBootScript(seed))} > $marks/per-boot && chmod 755 $marks/per-boot &&
  mv $marks/per-boot /var/lib/cloud/scripts/per-boot/innkeeper
has_mark() { [ "$(cat $marks/$1-of 2>/dev/null)" = "$id" ]; }
if ! has_mark begun; then
  ls "/var/lib/cloud/instances/$id/sem/config_"* > /dev/null 2>&1 && exit 0
  echo "$id" > $marks/begun-of
fi
${functions.join('')}for act in ${Object.keys(acts).join(' ')}; do
  has_mark $act || { $act && sync && echo "$id" > $marks/$act-of; }
done
exit 0
`;
}

/** Returns the acts of the script, which run once per instance, in order. */
function actsOf(seed: Seed, copied: boolean): Record<string, string> {
  const hosts = `127.0.0.1 localhost\n127.0.1.1 ${hostNames(seed.hostname).hosts}\n::1 localhost ip6-localhost\n`;
  const keys = seed.sshKeys.map((key) => `${key}\n`).join('');
  const setsPassword = replaces(seed, 'password') && seed.passwordHash !== null;
  return {
    ...(copied && seed.amends === undefined ? { machine_id: MACHINE_ID } : {}),
    hosts: `printf %s ${shellQuoted(hosts)} > /etc/hosts`,
    ...(replaces(seed, 'sshKeys')
      ? { keys: `mkdir -p -m 700 /root/.ssh && printf %s ${shellQuoted(keys)} > ${KEYS} && chmod 600 ${KEYS}` }
      : {}),
    ...(setsPassword ? { password: PASSWORD, password_login: PASSWORD_LOGIN } : {}),
  };
}

function perBootScript(seed: Seed): string {
  if (seed.amends !== undefined || seed.passwordHash === null) return READY_SCRIPT;
  return `#!/bin/sh
marks=/var/lib/innkeeper
id=${shellQuoted(seed.instanceId)}
if [ "$(cat $marks/password-of 2>/dev/null)" = "$id" ] && [ "$(cat $marks/unlock-of 2>/dev/null)" != "$id" ]; then
  ${UNLOCK}
  sync
  echo "$id" > $marks/unlock-of
fi
${REPORT}`;
}
