import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSigningKey, type SigningKey } from '@innkeeper/lab/signing-key';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../host/run.ts';
import { VENDOR_IMAGES } from './known-images.ts';
import { dearmorKeys, verifySignature } from './signature.ts';

const KEYS = join(import.meta.dirname, 'keys');
const TEXT = 'a digest\n';

let directory: string;
let key: SigningKey;
let expired: SigningKey;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-signature-'));
  key = await makeSigningKey(directory, 'vendor@example.com');
  expired = await makeSigningKey(directory, 'old@example.com', { at: '20190101T000000', end: '2020-01-01' });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('only the signed part of a clear-signed message is returned', async () => {
  const content = Buffer.concat([Buffer.from('before\n\n'), await key.sign(TEXT, 'inside'), Buffer.from('after\n')]);
  const verified = await verifySignature({ directory, keys: key.keys, content, signature: null });
  expect(verified).toEqual({ text: TEXT, signedBy: key.fingerprint, signedAt: expect.any(Date) });
  // Some vendors put the whole message into the file of the signature.
  const other = { directory, keys: key.keys, content: Buffer.from('another digest\n'), signature: content };
  expect(await verifySignature(other)).toMatchObject({ text: TEXT });
});

test('a signature from before the end of its key counts', async () => {
  const content = Buffer.from(TEXT);
  const signature = await expired.sign(TEXT, 'detached');
  const verified = await verifySignature({ directory, keys: key.keys + expired.keys, content, signature });
  expect(verified).toMatchObject({ signedBy: expired.fingerprint, signedAt: new Date('2019-01-01T00:00:00Z') });
  await expect(verifySignature({ directory, keys: key.keys, content, signature })).rejects.toThrow('signature is not valid');
});

test('a signature from after the end of its key is refused with the day of the end', async () => {
  const late = await makeSigningKey(directory, 'late@example.com', { at: '20190101T000000' });
  const gpg = (...args: string[]) => run('gpg', ['--homedir', join(directory, 'late@example.com'), '--batch', '--yes', ...args]);
  const signed = join(directory, 'late');
  await writeFile(signed, TEXT);
  await gpg('--passphrase', '', '--clear-sign', signed);
  await gpg('--passphrase', '', '--faked-system-time', '20190601T000000!', '--quick-set-expire', late.fingerprint, '2020-01-01');
  const keys = await gpg('--armor', '--export');
  await run('gpgconf', ['--homedir', join(directory, 'late@example.com'), '--kill', 'all']);
  const verified = verifySignature({ directory, keys, content: await readFile(`${signed}.asc`), signature: null });
  await expect(verified).rejects.toThrow('the signature is by a key that expired on 2020-01-01');
});

test('a signature by SHA-1 does not count', async () => {
  // A key of this kind may sign by a short hash.
  const rsa = await makeSigningKey(directory, 'rsa@example.com', { algorithm: 'rsa2048' });
  const verify = async (hash: string) => {
    const content = await rsa.sign(TEXT, 'inside', hash);
    return verifySignature({ directory, keys: rsa.keys, content, signature: null });
  };
  for (const hash of ['SHA256', 'SHA384', 'SHA512']) expect(await verify(hash)).toMatchObject({ signedBy: rsa.fingerprint });
  await expect(verify('SHA1')).rejects.toThrow('signature is not valid');
});

test('the keys of all vendors are those of the README', async () => {
  const readme = await readFile(join(KEYS, 'README.md'), 'utf8');
  const files = (await readdir(KEYS)).filter((name) => name.endsWith('.asc'));
  expect(new Set(VENDOR_IMAGES.flatMap(({ signature }) => signature?.keys ?? []))).toEqual(new Set(files));
  for (const file of files) {
    const binary = join(directory, 'keyring');
    await writeFile(binary, dearmorKeys(await readFile(join(KEYS, file), 'utf8')));
    const listed = await run('gpg', ['--homedir', directory, '--show-keys', '--with-colons', binary]);
    const [, fingerprint = ''] = /^pub:.*\nfpr:+([0-9A-F]{40}):/m.exec(listed) ?? [];
    expect(readme).toMatch(new RegExp(`\`${file}\`.*${fingerprint}`));
  }
});
