/** Files encrypted by our code and by Debian's `age`, decrypted in both directions. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDecryption } from './decrypt.ts';
import { createEncryption } from './encrypt.ts';
import { type AgeKeyPair, formatIdentityFile, generateAgeKeyPair, parseIdentityFile, parseRecipientsFile } from './keys.ts';

const CHUNK = 64 * 1024;
const SIZES = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 77];

let directory: string;
let off: AgeKeyPair;
let here: AgeKeyPair;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'innkeeper-age-'));
  [off, here] = [await generateAgeKeyPair(), await generateAgeKeyPair()];
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Splits the data into odd pieces, so that no piece ends at a chunk boundary. */
function piecesOf(bytes: Buffer): Readable {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 10_007) pieces.push(bytes.subarray(at, at + 10_007));
  return Readable.from(pieces);
}

async function encrypt(plain: Buffer): Promise<Buffer> {
  return buffer(piecesOf(plain).pipe(await createEncryption([off.recipient, here.recipient])));
}

async function decrypt(sealed: Buffer, identities: string[]): Promise<Buffer> {
  const decryption = createDecryption(identities);
  piecesOf(sealed).pipe(decryption);
  return buffer(decryption);
}

function identityFile(pair: AgeKeyPair): string {
  const file = path.join(directory, `${pair.recipient}.key`);
  writeFileSync(file, formatIdentityFile(pair, new Date('2026-11-24T03:15:00Z')), { mode: 0o600 });
  return file;
}

describe.each(SIZES)('%i bytes', (size) => {
  const plain = randomBytes(size);

  test('each of the two keys decrypts our file, and so does age', async () => {
    const sealed = await encrypt(plain);
    for (const pair of [off, here]) {
      expect(await decrypt(sealed, [pair.identity])).toEqual(plain);
      expect(execFileSync('age', ['-d', '-i', identityFile(pair)], { input: sealed, maxBuffer: 1e9 })).toEqual(plain);
    }
  });

  test('we can decrypt a file made by age', async () => {
    const sealed = execFileSync('age', ['-r', off.recipient, '-r', here.recipient], { input: plain, maxBuffer: 1e9 });
    expect(await decrypt(sealed, [here.identity])).toEqual(plain);
  });
});

describe('refuses', () => {
  const plain = randomBytes(2 * CHUNK + 5);
  const DAMAGED = /damaged or incomplete/;

  test('a wrong key', async () => {
    const other = await generateAgeKeyPair();
    await expect(decrypt(await encrypt(plain), [other.identity])).rejects.toThrow('made for another key');
  });

  test('a file truncated in its header, at a chunk, or within a chunk', async () => {
    const sealed = await encrypt(plain);
    const payload = sealed.length - (plain.length + 3 * 16);
    await expect(decrypt(sealed.subarray(0, 100), [off.identity])).rejects.toThrow('ends in its header');
    for (const length of [payload, payload + CHUNK + 16, payload + 2 * (CHUNK + 16), sealed.length - 1])
      await expect(decrypt(sealed.subarray(0, length), [off.identity])).rejects.toThrow(DAMAGED);
  });

  test('a file with one bit flipped at any position', async () => {
    const sealed = await encrypt(plain);
    const header = sealed.indexOf('\n--- ');
    for (const at of [header + 10, header + 70, sealed.length - 3 * CHUNK + CHUNK, sealed.length - 1]) {
      const turned = Buffer.from(sealed);
      turned[at] = (turned[at] ?? 0) ^ 1;
      await expect(decrypt(turned, [off.identity])).rejects.toThrow(/damaged/);
    }
  });

  test('reordered chunks', async () => {
    const sealed = await encrypt(plain);
    const begin = sealed.length - (plain.length + 3 * 16);
    const [first, second] = [begin, begin + CHUNK + 16].map((at) => sealed.subarray(at, at + CHUNK + 16));
    if (!first || !second) expect.fail('no chunks');
    const turned = Buffer.concat([sealed.subarray(0, begin), second, first, sealed.subarray(begin + 2 * (CHUNK + 16))]);
    await expect(decrypt(turned, [off.identity])).rejects.toThrow(DAMAGED);
  });

  test('files that are not age files', async () => {
    await expect(decrypt(Buffer.from('PK\x03\x04'), [off.identity])).rejects.toThrow('not encrypted by age');
  });
});

describe('key files', () => {
  test('age accepts our key pair, and we accept one of age-keygen', () => {
    const made = execFileSync('age-keygen', [], { stdio: ['ignore', 'pipe', 'ignore'] }).toString();
    const [identity] = parseIdentityFile(made, 'key.txt');
    expect(made).toContain(identity);
    expect(
      execFileSync('age-keygen', ['-y', identityFile(off)])
        .toString()
        .trim(),
    ).toBe(off.recipient);
    expect(parseRecipientsFile(`# Both\n${off.recipient}\n\n${here.recipient}\n`, 'r')).toEqual([off.recipient, here.recipient]);
  });

  test.each(['', '# nothing\n', 'age1short', 'AGE-SECRET-KEY-1x'])(
    '%j is not a key file, and is not repeated in the error',
    (text) => {
      for (const parse of [parseIdentityFile, parseRecipientsFile])
        expect(() => parse(text, 'keys.txt')).toThrow(/^keys\.txt is no file of age keys\. Each of its lines/);
    },
  );
});
