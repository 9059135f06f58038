/** The Debian packages that a node needs, and which of them are missing. */
import { attempt } from './run.ts';

/** The hypervisor. On Debian 12 from backports: under TCG, newer guests panicked with QEMU 7.2 in 3 of 5 runs. */
export const QEMU_PACKAGES = ['qemu-system-x86', 'qemu-utils'] as const;

export const NODE_PACKAGES = [
  'nftables',
  'dnsmasq-base',
  'iproute2',
  'iputils-ping', // proves uplinks
  'openssh-client',
  'genisoimage', // seed images
  'util-linux', // nsenter, unshare, setpriv
  'passwd', // useradd
] as const;

/** Build tools of the tiny image; packages for the guest are only unpacked, never installed on the host. */
export const IMAGE_BUILD_PACKAGES = ['e2fsprogs', 'fdisk', 'kmod', 'cpio', 'xz-utils', 'dpkg'] as const;

/** Additional packages of the tests: a browser, a name server with the means to make its database, and who asks it. */
export const TEST_PACKAGES = ['chromium', 'pdns-server', 'pdns-backend-sqlite3', 'sqlite3', 'knot-dnsutils'] as const;

export async function missingPackages(besides: readonly string[] = []): Promise<string[]> {
  const wanted = [...QEMU_PACKAGES, ...NODE_PACKAGES, ...IMAGE_BUILD_PACKAGES, ...besides];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: these are dpkg's own placeholders
  const { code, stdout } = await attempt('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\\n', ...wanted]);
  if (code === 127) return wanted;
  const installed = new Set(
    stdout
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  return wanted.filter((name) => !installed.has(name));
}
