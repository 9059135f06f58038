/** Makes a fake release of the Node project, signed by temporary keys. Needs gpg and gpgv. */
import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ARCHITECTURES } from '../dependencies/lock.ts';
import { CHECKSUMS, KEYRING } from './checksums.ts';
import { hashFile } from './hash.ts';
import type { BinaryHashes } from './official.ts';

const run = promisify(execFile);

export const isGpgThere = (() => {
  try {
    for (const program of ['gpg', 'gpgv']) execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

export interface GivenRelease {
  directory: string;
  /** SHA-256 of the binaries in its archives. */
  binaries: BinaryHashes;
  /** Fingerprint of the signing key. */
  signer: string;
  /** Signs the current checksums of the archives with a new key of `user`. Returns its fingerprint. */
  sign(user: string): Promise<string>;
  remove(): Promise<void>;
}

/** Writes archives, signed checksums and the keyring of the signer under `root`. */
export async function givenRelease(version: string, root: string): Promise<GivenRelease> {
  const directory = path.join(root, 'release');
  const home = path.join(root, 'gnupg');
  await fs.mkdir(directory);
  await fs.mkdir(home, { mode: 0o700 });
  const gpg = (...args: string[]) => run('gpg', ['--homedir', home, '--batch', '--quiet', ...args]);
  const hashes: [string, string][] = [];
  for (const architecture of ARCHITECTURES) {
    const name = `node-v${version}-linux-${architecture}`;
    const binary = path.join(root, name, 'bin/node');
    await fs.mkdir(path.dirname(binary), { recursive: true });
    await fs.writeFile(binary, `Node for ${architecture}`);
    await run('tar', ['--create', '--xz', '--file', path.join(directory, `${name}.tar.xz`), '--directory', root, name]);
    hashes.push([architecture, await hashFile(binary)]);
  }
  const sign = async (user: string) => {
    await gpg('--passphrase', '', '--quick-generate-key', user, 'ed25519', 'sign', 'never');
    await fs.writeFile(path.join(root, 'SHASUMS256.txt'), await checksumsOf(directory));
    const output = ['--yes', '--output', path.join(directory, CHECKSUMS)];
    await gpg('--local-user', user, ...output, '--clear-sign', path.join(root, 'SHASUMS256.txt'));
    await gpg('--yes', '--output', path.join(directory, KEYRING), '--export');
    const { stdout } = await gpg('--with-colons', '--list-keys', user);
    return /^fpr:+([0-9A-F]{40}):$/m.exec(stdout)?.[1] ?? '';
  };
  return {
    directory,
    binaries: Object.fromEntries(hashes) as BinaryHashes,
    signer: await sign('releaser@example.com'),
    sign,
    remove: async () => {
      await run('gpgconf', ['--homedir', home, '--kill', 'gpg-agent']);
      await fs.rm(root, { recursive: true, force: true });
    },
  };
}

async function checksumsOf(directory: string): Promise<string> {
  const archives = (await fs.readdir(directory)).filter((file) => file.endsWith('.tar.xz'));
  const lines = await Promise.all(archives.map(async (file) => `${await hashFile(path.join(directory, file))}  ${file}\n`));
  return lines.join('');
}
