/**
 * Cloud images of vendors that `image add` knows: addresses, lists of digests, signatures and keys. All boot by BIOS and have cloud-init.
 *
 * No key is ever fetched. The files of `keys` come from Debian packages (`keys/README.md`).
 */
import type { DigestAlgorithm } from '@innkeeper/model/images/digests';

/** Signature of the list of digests. `detached` signs it from a file of its own. `inside`: the list is a clear-signed message. */
export type VendorSignature = { kind: 'detached'; file: string; keys: string } | { kind: 'inside'; keys: string };

export interface VendorImage {
  key: string;
  /** Name that customers see. */
  name: string;
  /** Group in which customers find the image. */
  family: { key: string; name: string };
  /** Root of the vendor's tree, which `--mirror` replaces. Ends with a slash. */
  base: string;
  /** Folder of the files below the root. Ends with a slash. */
  folder: string;
  file: string;
  digests: {
    file: string;
    algorithm: DigestAlgorithm;
    /** True if the list belongs to this file alone. */
    isAlone: boolean;
    /** Names of builds of the file, where the key signs lists of other files too. Default: all. */
    names?: RegExp;
  };
  /** `null` if the vendor signs nothing. Such an image is downloaded over HTTPS only. */
  signature: VendorSignature | null;
  /** Memory of the trial boot in MB. Customers need the next whole GB. */
  memoryMb: number;
  /** Level of the x86-64 instruction set that the image needs. */
  cpuLevel: 1 | 3;
  /** Day (UTC) on which the vendor's support ends. */
  supportedUntil: string;
}

type Version<More> = { version: string; supportedUntil: string } & More;

const debian = ({ version, codename, supportedUntil }: Version<{ codename: string }>): VendorImage => ({
  key: `debian-${version}-cloud`,
  name: `Debian ${version} (cloud image)`,
  family: { key: 'debian', name: 'Debian' },
  base: 'https://cloud.debian.org/images/cloud/',
  folder: `${codename}/latest/`,
  file: `debian-${version}-genericcloud-amd64.qcow2`,
  digests: { file: 'SHA512SUMS', algorithm: 'sha512', isAlone: false },
  signature: null,
  memoryMb: 1024,
  cpuLevel: 1,
  supportedUntil,
});

const ubuntu = ({ version, codename, supportedUntil }: Version<{ codename: string }>): VendorImage => ({
  key: `ubuntu-${version}`,
  name: `Ubuntu ${version} LTS`,
  family: { key: 'ubuntu', name: 'Ubuntu' },
  base: 'https://cloud-images.ubuntu.com/releases/',
  folder: `${codename}/release/`,
  file: `ubuntu-${version}-server-cloudimg-amd64.img`,
  digests: { file: 'SHA256SUMS', algorithm: 'sha256', isAlone: false },
  signature: { kind: 'detached', file: 'SHA256SUMS.gpg', keys: 'ubuntu.asc' },
  memoryMb: 1024,
  cpuLevel: 1,
  supportedUntil,
});

const almalinux = ({ version, cpuLevel, supportedUntil }: Version<{ cpuLevel: 1 | 3 }>): VendorImage => ({
  key: `almalinux-${version}`,
  name: `AlmaLinux ${version}`,
  family: { key: 'almalinux', name: 'AlmaLinux' },
  base: 'https://repo.almalinux.org/almalinux/',
  folder: `${version}/cloud/x86_64/images/`,
  file: `AlmaLinux-${version}-GenericCloud-latest.x86_64.qcow2`,
  digests: { file: 'CHECKSUM', algorithm: 'sha256', isAlone: false },
  signature: { kind: 'detached', file: 'CHECKSUM.asc', keys: `almalinux-${version}.asc` },
  memoryMb: 1536,
  cpuLevel,
  supportedUntil,
});

const rocky = ({ version, file, cpuLevel, supportedUntil }: Version<{ file: string; cpuLevel: 1 | 3 }>): VendorImage => ({
  key: `rocky-${version}`,
  name: `Rocky Linux ${version}`,
  family: { key: 'rocky', name: 'Rocky Linux' },
  base: 'https://dl.rockylinux.org/pub/rocky/',
  folder: `${version}/images/x86_64/`,
  file,
  digests: { file: `${file}.CHECKSUM`, algorithm: 'sha256', isAlone: true },
  signature: null,
  memoryMb: 1536,
  cpuLevel,
  supportedUntil,
});

const fedora: VendorImage = {
  key: 'fedora-44',
  name: 'Fedora 44',
  family: { key: 'fedora', name: 'Fedora' },
  base: 'https://download.fedoraproject.org/pub/fedora/linux/',
  folder: 'releases/44/Cloud/x86_64/images/',
  file: 'Fedora-Cloud-Base-Generic-44-1.7.x86_64.qcow2',
  digests: { file: 'Fedora-Cloud-44-1.7-x86_64-CHECKSUM', algorithm: 'sha256', isAlone: false },
  signature: { kind: 'inside', keys: 'fedora-44.asc' },
  memoryMb: 1024,
  cpuLevel: 1,
  supportedUntil: '2027-05-31',
};

const LEAP = 'Leap-16.0-Minimal-VM.x86_64-Cloud.qcow2';
/** openSUSE signs all its files with the same key. A list may name a build, such as `...-Cloud-Build1.2.qcow2`. */
const LEAP_BUILDS = /^(openSUSE-)?Leap-16\.0-Minimal-VM\.x86_64.*Cloud.*\.qcow2$/;
const opensuse: VendorImage = {
  key: 'opensuse-16.0',
  name: 'openSUSE Leap 16.0',
  family: { key: 'opensuse', name: 'openSUSE' },
  base: 'https://download.opensuse.org/',
  folder: 'distribution/leap/16.0/appliances/',
  file: LEAP,
  digests: { file: `${LEAP}.sha256`, algorithm: 'sha256', isAlone: true, names: LEAP_BUILDS },
  signature: { kind: 'detached', file: `${LEAP}.sha256.asc`, keys: 'opensuse.asc' },
  memoryMb: 1024,
  cpuLevel: 1,
  supportedUntil: '2027-10-31',
};

const ALPINE = 'nocloud_alpine-3.23.4-x86_64-bios-cloudinit-r0.qcow2';
const alpine: VendorImage = {
  key: 'alpine-3.23',
  name: 'Alpine Linux 3.23',
  family: { key: 'alpine', name: 'Alpine Linux' },
  base: 'https://dl-cdn.alpinelinux.org/alpine/',
  folder: 'v3.23/releases/cloud/',
  file: ALPINE,
  digests: { file: `${ALPINE}.sha512`, algorithm: 'sha512', isAlone: true },
  signature: null,
  memoryMb: 1024,
  cpuLevel: 1,
  supportedUntil: '2027-11-01',
};

export const VENDOR_IMAGES: readonly VendorImage[] = [
  debian({ version: '12', codename: 'bookworm', supportedUntil: '2028-06-30' }),
  debian({ version: '13', codename: 'trixie', supportedUntil: '2030-06-30' }),
  ubuntu({ version: '24.04', codename: 'noble', supportedUntil: '2029-05-31' }),
  ubuntu({ version: '26.04', codename: 'resolute', supportedUntil: '2031-05-29' }),
  almalinux({ version: '9', cpuLevel: 1, supportedUntil: '2032-05-31' }),
  almalinux({ version: '10', cpuLevel: 3, supportedUntil: '2035-05-31' }),
  rocky({ version: '9', file: 'Rocky-9-GenericCloud.latest.x86_64.qcow2', cpuLevel: 1, supportedUntil: '2032-05-31' }),
  rocky({ version: '10', file: 'Rocky-10-GenericCloud-Base.latest.x86_64.qcow2', cpuLevel: 3, supportedUntil: '2035-05-31' }),
  fedora,
  opensuse,
  alpine,
];
