import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AgeKeyPair, generateAgeKeyPair } from './age/keys.ts';
import { extractArchive, packArchive, readArchiveHead } from './archive.ts';

let at: string;
let pair: AgeKeyPair;
const file = (...names: string[]): string => path.join(at, ...names);
const from = () => ({ path: file('packed'), identities: [pair.identity] });
beforeEach(async () => {
  at = mkdtempSync(path.join(os.tmpdir(), 'innkeeper-archive-'));
  pair = await generateAgeKeyPair();
  for (const name of ['files', 'out']) mkdirSync(file(name));
  writeFileSync(file('files', 'head'), 'first');
  writeFileSync(file('files', 'open'), 'x'.repeat(200_000), { mode: 0o666 });
});
afterEach(() => rmSync(at, { recursive: true }));

const pack = (names: string[]) =>
  packArchive({ directory: file('files'), names, recipients: [pair.recipient], to: file('packed') });

/** Writes a file that anyone with the public key could make. */
function forge(archive: Buffer): void {
  writeFileSync(file('packed'), execFileSync('age', ['-r', pair.recipient], { input: zstdCompressSync(archive) }));
}

test('an archive is extracted unchanged and readable only by its owner, without files that vanished', async () => {
  const strange = 'a name\nof two lines';
  writeFileSync(file('files', strange), 'strange');
  expect(await pack(['head', 'open', 'went away', strange])).toMatchObject({ bytes: statSync(file('packed')).size });
  expect(await readArchiveHead(from(), 'head')).toBe('first');
  await extractArchive(from(), file('out'), { maxBytes: null });
  expect(readdirSync(file('out')).sort()).toEqual([strange, 'head', 'open'].sort());
  expect(readFileSync(file('out', 'open'))).toEqual(readFileSync(file('files', 'open')));
  expect(statSync(file('out', 'open')).mode & 0o077).toBe(0);
});

test('refuses an archive that is larger than announced', async () => {
  await pack(['head', 'open']);
  await expect(extractArchive(from(), file('out'), { maxBytes: 200_000 })).rejects.toThrow('more than its manifest lists');
});

test('refuses an archive that does not begin with the expected file', async () => {
  await pack(['open', 'head']);
  await expect(readArchiveHead(from(), 'head')).rejects.toThrow('does not begin with head');
  forge(Buffer.from('short'));
  await expect(readArchiveHead(from(), 'head')).rejects.toThrow('does not begin with head');
});

test('refuses links, and names that lead outside', async () => {
  symlinkSync('/etc', file('files', 'link'));
  forge(execFileSync('tar', ['-c', '-C', file('files'), 'head', 'link']));
  await expect(extractArchive(from(), file('out'), { maxBytes: null })).rejects.toThrow('neither a file nor a directory');
  forge(execFileSync('tar', ['-c', '-P', '-C', file('files'), '--transform=s,^head,../elsewhere,', 'head']));
  await expect(extractArchive(from(), file('out'), { maxBytes: null })).rejects.toThrow('tar failed');
  expect(existsSync(file('elsewhere'))).toBe(false);
});
