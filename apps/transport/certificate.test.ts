import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { days } from '@innkeeper/model/clock';
import { afterAll, expect, test } from 'vitest';
import { certificateFor, ownCertificateFile } from './certificate.ts';

const directory = mkdtempSync(join(tmpdir(), 'innkeeper-tls-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const own = { kind: 'own-certificate' } as const;
const now = new Date();

test('makes one that a client who knows it trusts for 127.0.0.1, keeps it, and renews it in time', async () => {
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

test("reads the operator's files, and names the one that it can't read", async () => {
  const files = { cert: ownCertificateFile(directory), key: join(directory, 'key.pem') };
  expect(await certificateFor({ kind: 'operator-certificate', ...files }, directory, now)).not.toBeNull();
  await expect(certificateFor({ kind: 'operator-certificate', ...files, key: '/absent.pem' }, directory, now)).rejects.toThrow(
    '/absent.pem',
  );
});
