import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { days } from '@innkeeper/model/time/clock';
import { generate } from 'selfsigned';
import { afterAll, expect, test } from 'vitest';
import { certificateFor, namesOf, selfSignedCertificateFile } from './certificate.ts';

const directory = mkdtempSync(join(tmpdir(), 'innkeeper-tls-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const own = { kind: 'self-signed' } as const;
const now = new Date();

test('creates a certificate that its clients trust for 127.0.0.1, reuses it, and renews it in time', async () => {
  const first = await certificateFor(own, directory, now);
  if (!first) throw new Error('no certificate');
  expect(statSync(join(directory, 'key.pem')).mode & 0o777).toBe(0o600);
  expect(await certificateFor(own, directory, now)).toEqual(first);

  const server = createServer(first).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const client = connect({ host: '127.0.0.1', port, ca: first.cert });
  const secured = await new Promise((resolve, reject) =>
    client.once('secureConnect', () => resolve(client.authorized)).once('error', reject),
  );
  client.destroy();
  server.close();
  expect(secured).toBe(true);
  expect(new X509Certificate(first.cert).checkHost('localhost')).toBe('localhost');

  const later = await certificateFor(own, directory, new Date(now.getTime() + days(800)));
  expect(later?.cert).not.toBe(first.cert);
});

test('own names are those of the machine and of the certificate', async () => {
  expect(namesOf(null)).toEqual([hostname()]);
  const altNames = ['api.example.com', '*.example.org'].map((value) => ({ type: 2 as const, value }));
  const made = await generate([{ name: 'commonName', value: 'x' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [...altNames, { type: 7, ip: '192.0.2.1' }] }],
  });
  const names = namesOf({ cert: made.cert, key: made.private });
  expect(names).toEqual([hostname(), 'api.example.com', '*.example.org']);
});

test("reads the operator's files, and names the one that it cannot read", async () => {
  const files = { cert: selfSignedCertificateFile(directory), key: join(directory, 'key.pem') };
  expect(await certificateFor({ kind: 'operator-certificate', ...files }, directory, now)).not.toBeNull();
  await expect(certificateFor({ kind: 'operator-certificate', ...files, key: '/absent.pem' }, directory, now)).rejects.toThrow(
    '/absent.pem',
  );
});
