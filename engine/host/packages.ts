/** The Debian packages that a node needs, and a check for missing ones. */
import { attempt } from './run.ts';

/** Packages of the hypervisor, on Debian 12 from backports. Newer guests panicked with QEMU 7.2 under TCG in 3 of 5 runs. */
export const QEMU_PACKAGES = ['qemu-system-x86', 'qemu-utils'] as const;

export const NODE_PACKAGES = [
  'nftables',
  'netbase', // /etc/protocols, from which nft reads protocol names; a minimal Debian lacks it
  'dnsmasq-base',
  'iproute2',
  'iputils-ping', // tests uplinks
  'openssh-client',
  'gpgv', // signatures of images
  'genisoimage', // seed images
  'util-linux', // nsenter, unshare, setpriv
  'passwd', // useradd
] as const;

/** Build tools of the tiny image. Packages for the guest are only unpacked, never installed on the host. */
export const IMAGE_BUILD_PACKAGES = ['e2fsprogs', 'fdisk', 'kmod', 'cpio', 'xz-utils', 'dpkg'] as const;

/** Additional packages of the tests: a browser, a name server with the tools for its database, a resolver, and validators of our files. */
export const TEST_PACKAGES = [
  ...['chromium-headless-shell', 'pdns-server', 'pdns-backend-sqlite3', 'sqlite3', 'knot-dnsutils'],
  ...['age', 'zstd'], // read backups
  'gpg', // signs images of a test
  'systemd', // validates units
] as const;

/** Lists packages of a node, of image builds, and of `besides` that are not installed. */
export async function missingPackages(additional: readonly string[] = []): Promise<string[]> {
  const required = [...QEMU_PACKAGES, ...NODE_PACKAGES, ...IMAGE_BUILD_PACKAGES, ...additional];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are dpkg's own placeholders
  const { code, stdout } = await attempt('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\\n', ...required]);
  if (code === 127) return required;
  const installed = new Set(
    stdout
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  return required.filter((name) => !installed.has(name));
}
