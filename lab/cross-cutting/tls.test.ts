import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type SecureVersion } from 'node:tls';
import { certificateFor } from '@innkeeper/apps/transport/certificate';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, openLab } from '../app.ts';

const labs: Lab[] = [];
const ports: Record<string, number> = {};
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-tls-'));
  const ecdsa = await certificateFor({ kind: 'self-signed' }, directory, new Date());
  const made = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048, algorithm: 'sha256' });
  for (const [name, https] of Object.entries({ ECDSA: ecdsa, RSA: { key: made.private, cert: made.cert } })) {
    if (!https) throw new Error('no certificate');
    const lab = await openLab({ https });
    labs.push(lab);
    await lab.app.listen({ port: 0, host: '127.0.0.1' });
    ports[name] = (lab.app.server.address() as AddressInfo).port;
  }
});
afterAll(async () => {
  for (const lab of labs) await lab.close();
  await rm(directory, { recursive: true });
});

/** Returns protocol and cipher suite agreed with a client that offers only these, or undefined if the server refuses. */
function agreed(kind: string, ciphers: string, version: SecureVersion): Promise<string | undefined> {
  return new Promise((resolve) => {
    // OpenSSL requires an older suite in the list, which TLS 1.3 does not use.
    const offer = version === 'TLSv1.3' ? `${ciphers}:ALL` : `${ciphers}:@SECLEVEL=0`;
    const only = { ciphers: offer, minVersion: version, maxVersion: version, rejectUnauthorized: false };
    const socket = connect({ port: ports[kind] ?? 0, host: '127.0.0.1', ...only }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.destroy();
    });
    socket.on('error', () => resolve(undefined));
  });
}

describe.each(['ECDSA', 'RSA'])('with a certificate of %s', (kind) => {
  it.each(['AES256-GCM-SHA384', 'AES128-GCM-SHA256', 'CHACHA20-POLY1305'])('TLS 1.2 accepts %s', async (suite) => {
    const name = `ECDHE-${kind}-${suite}`;
    expect(await agreed(kind, name, 'TLSv1.2')).toBe(`TLSv1.2 ${name}`);
  });

  it.each([
    `ECDHE-${kind}-AES256-SHA384`,
    `ECDHE-${kind}-AES128-SHA256`,
    `ECDHE-${kind}-AES256-SHA`,
    `ECDHE-${kind}-AES128-SHA`,
    ...(kind === 'RSA' ? ['AES256-GCM-SHA384', 'AES128-SHA', 'DHE-RSA-AES256-SHA256'] : []),
  ])('TLS 1.2 refuses %s', async (suite) => {
    expect(await agreed(kind, suite, 'TLSv1.2')).toBeUndefined();
  });

  it('TLS 1.3 accepts all its suites, and versions before 1.2 are refused', async () => {
    for (const suite of ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256']) {
      expect(await agreed(kind, suite, 'TLSv1.3')).toBe(`TLSv1.3 ${suite}`);
    }
    expect(await agreed(kind, 'ALL', 'TLSv1.1')).toBeUndefined();
    expect(await agreed(kind, 'ALL', 'TLSv1.2')).toMatch(/GCM|CHACHA20/);
  });
});
