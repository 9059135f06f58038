/** Connections with the keys of `database.tls` to a PostgreSQL that requests TLS. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { freePort } from '@innkeeper/apps/testing/free-port';
import { openDatabase } from '@innkeeper/db/connect';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import type { Section } from '@innkeeper/model/configuration/keys';
import { sql } from 'kysely';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTls } from './database-tls.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'innkeeper-tls-'));
const ca = path.join(directory, 'ca.pem');
const otherCa = path.join(directory, 'other-ca.pem');
const certificateKey = path.join(directory, 'key.pem');

let lab: TestDatabase;
let server: Server;
let port: number;
/** Common names of the certificates that clients presented. */
const shown: string[] = [];
beforeAll(async () => {
  lab = await openTestDatabase();
  const [own, other] = await Promise.all(
    ['db.example.com', 'other.example.com'].map((value) => generate([{ name: 'commonName', value }], { algorithm: 'sha256' })),
  );
  writeFileSync(ca, own?.cert ?? '');
  writeFileSync(certificateKey, own?.private ?? '', { mode: 0o600 });
  writeFileSync(otherCa, other?.cert ?? '');
  port = await freePort();
  server = createServer((socket) => serveTls(socket, { cert: own?.cert ?? '', key: own?.private ?? '' }));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await lab.close();
  rmSync(directory, { recursive: true });
});

/** Answers the request for TLS as PostgreSQL does, and forwards the decrypted bytes to the test database. */
function serveTls(socket: Socket, certificate: { cert: string; key: string }): void {
  socket.on('error', () => socket.destroy());
  socket.once('data', () => {
    socket.write('S');
    const secure = new TLSSocket(socket, { isServer: true, ...certificate, requestCert: true, rejectUnauthorized: false });
    const database = connect(socketOf(lab.url));
    for (const side of [secure, database]) side.on('error', () => void [secure, database].map((each) => each.destroy()));
    secure.on('secure', () => shown.push(String(secure.getPeerCertificate().subject?.CN ?? '')));
    secure.pipe(database).pipe(secure);
  });
}

const socketOf = (url: string): string => `${new URL(url.replace('@/', '@localhost/')).searchParams.get('host')}/.s.PGSQL.5432`;

async function ask(host: string, tls: Partial<Record<'mode' | 'ca' | 'cert' | 'key', string>>): Promise<unknown> {
  const { mode = null, ca: authority = null, cert = null, key = null } = tls;
  const values = { 'database.tls.mode': mode, 'database.tls.ca': authority, 'database.tls.cert': cert, 'database.tls.key': key };
  const { pathname, username } = new URL(lab.url.replace('@/', '@localhost/'));
  const url = `postgresql://${username}@${host}:${port}${pathname}`;
  const { db, close } = openDatabase({ url: withTls(url, values as Section<'database'>), max: 1 });
  try {
    const { rows } = await sql<{ n: number }>`select 1 as n`.execute(db);
    return rows[0]?.n;
  } finally {
    await close();
  }
}

test('refuses a CA that did not sign the certificate, and a certificate for another name', async () => {
  await expect(ask('127.0.0.1', { mode: 'verify-full', ca: otherCa })).rejects.toThrow(
    /self-signed certificate|unable to verify/,
  );
  await expect(ask('127.0.0.1', { ca })).rejects.toThrow(/altnames|does not match/);
  expect(await ask('127.0.0.1', { mode: 'verify-ca', ca })).toBe(1);
  await expect(ask('127.0.0.1', { mode: 'verify-ca', ca: otherCa })).rejects.toThrow();
  expect(await ask('127.0.0.1', { mode: 'no-verify' })).toBe(1);
});

test('presents the client certificate', async () => {
  shown.length = 0;
  expect(await ask('127.0.0.1', { mode: 'verify-ca', ca, cert: ca, key: certificateKey })).toBe(1);
  expect(shown).toContain('db.example.com');
});

test('keys override the URL, and change nothing if absent', () => {
  const none = { 'database.tls.mode': null, 'database.tls.ca': null, 'database.tls.cert': null, 'database.tls.key': null };
  const url = 'postgresql://innkeeper@db.example.com/innkeeper?sslmode=disable';
  expect(withTls(url, none as Section<'database'>)).toBe(url);
  expect(withTls(url, { ...none, 'database.tls.mode': 'verify-full' } as Section<'database'>)).toBe(`${url}&sslmode=verify-full`);
});
