/** Tests the link between two workers over real connections: what passes, and who is refused. */

import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openTestDatabase } from '@innkeeper/lab/database';
import { type FakeVnc, openFakeVnc } from '@innkeeper/lab/fake-vnc';
import { askOverLink, expiredCertificate, statusOf } from '@innkeeper/lab/link-client';
import { type LinkedGuests, openLinkedGuests } from '@innkeeper/lab/linked-guests';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { digestOf, linkCertificate } from './certificate.ts';
import { connectToNode } from './connect.ts';
import { LINK_LIMITS } from './limits.ts';
import { imagePathOf, imageServer, isImageRequest } from './serve-images.ts';

let screen: FakeVnc;
let linked: LinkedGuests;
beforeEach(async () => {
  screen = await openFakeVnc();
  linked = await openLinkedGuests(screen);
});
afterEach(async () => {
  await linked.close();
  await screen.close();
});

const LOG = 'GET /servers/7/serial-log HTTP/1.1';
const guests = () => linked.guestsOn('b');
const unavailable = { code: 'unavailable' };

test('logs, screenshots and consoles of another node pass the link', async () => {
  screen.log = Buffer.from('Welcome\n');
  expect(String(await guests().consoleLog('srv-7'))).toBe('Welcome\n');
  expect((await guests().screenshot('srv-7')).subarray(1, 4).toString()).toBe('PNG');
  const { stream, password } = await guests().openConsole('srv-7');
  expect(password).toBe('sesame42');
  const [hello] = (await once(stream, 'data')) as [Buffer];
  expect(String(hello)).toBe('RFB 003.008\n');
  stream.write('RFB 003.008\n');
  // A wrong password makes the VNC server close the connection, which ends the console without an error.
  stream.resume().write(Buffer.from([2, ...Buffer.alloc(16)]));
  await once(stream, 'end');
  expect(stream.errored).toBeNull();
  await expect(linked.guestsOn('local').consoleLog('srv-7')).rejects.toMatchObject(unavailable);
});

test('an unknown peer gets no byte of HTTP: without a certificate, with another one, and after its row was removed', async () => {
  const unlisted = await expiredCertificate();
  expect(await askOverLink(linked.port, null, LOG)).toBe('');
  expect(await askOverLink(linked.port, unlisted, LOG)).toBe('');
  linked.links.push({ node: 'c', address: '127.0.0.1:1', certificate: digestOf(new X509Certificate(unlisted.cert)) });
  // Its dates are past, and are not judged.
  expect(statusOf(await askOverLink(linked.port, unlisted, LOG))).toBe(200);
  linked.links.pop();
  expect(await askOverLink(linked.port, unlisted, LOG)).toBe('');
  expect(linked.requests).toEqual(['c GET /servers/7/serial-log']);
});

test('the first host talks to no worker whose certificate differs from the row', async () => {
  const [, ofB] = linked.links;
  if (!ofB) return expect.fail('no link');
  const other = { ...ofB, certificate: 'ab'.repeat(32) };
  await expect(connectToNode(other, linked.certificate)).rejects.toThrow('another certificate');
  linked.links[1] = other;
  await expect(guests().consoleLog('srv-7')).rejects.toMatchObject(unavailable);
  linked.links[1] = { ...ofB, address: '169.254.169.254:80' };
  await expect(guests().consoleLog('srv-7')).rejects.toMatchObject(unavailable);
  expect(linked.requests).toEqual([]);
});

test('a removed link ends its consoles and its socket, and a new row brings them back', async () => {
  const { stream } = await guests().openConsole('srv-7');
  stream.resume();
  const cut = once(stream, 'error');
  await linked.relays.follow([]);
  expect(await cut).toEqual([expect.any(Error)]);
  await expect(guests().consoleLog('srv-7')).rejects.toMatchObject(unavailable);
  await linked.relays.follow(linked.links);
  expect(await guests().consoleLog('srv-7')).toEqual(Buffer.alloc(0));
});

test('a node that was added again with another certificate keeps no connection of the old one', async () => {
  const { stream } = await guests().openConsole('srv-7');
  const { stream: kept } = await guests().openConsole('srv-7');
  for (const one of [stream, kept]) one.resume();
  await linked.relays.follow(linked.links);
  expect([stream.destroyed, kept.destroyed]).toEqual([false, false]);
  const cut = [once(stream, 'error'), once(kept, 'error')];
  await linked.relays.follow(linked.links.map((link) => ({ ...link, certificate: 'ab'.repeat(32) })));
  await Promise.all(cut);
  expect(await guests().consoleLog('srv-7')).toEqual(Buffer.alloc(0));
});

test('a link that fails keeps no other node out', async () => {
  await linked.relays.follow([]);
  const bad = { node: '../b', address: '127.0.0.1:1', certificate: 'ab'.repeat(32) };
  await expect(linked.relays.follow([bad, ...linked.links])).rejects.toThrow('could not be started');
  expect(await guests().consoleLog('srv-7')).toEqual(Buffer.alloc(0));
});

test('a second request on one connection is refused', async () => {
  const { port, certificate } = linked;
  expect(await askOverLink(port, certificate, `${LOG}\r\nHost: node\r\n\r\n${LOG}`)).toBe('');
  expect(linked.requests).toEqual(['local GET /servers/7/serial-log']);
});

test('only ids that the database can have are images', () => {
  expect(isImageRequest('GET', imagePathOf(999_999_999))).toBe(true);
  expect(isImageRequest('GET', imagePathOf(2 ** 31))).toBe(false);
});

test('the worker of a node ends the connections of a peer whose row was removed', async () => {
  const { stream } = await guests().openConsole('srv-7');
  stream.resume();
  const { certificate, listener } = linked;
  listener.closeExcept(new Set([certificate.sha256]));
  expect(await guests().consoleLog('srv-7')).toEqual(Buffer.alloc(0));
  expect(stream.destroyed).toBe(false);
  const cut = once(stream, 'error');
  listener.closeExcept(new Set());
  expect(await cut).toEqual([expect.any(Error)]);
});

test('connections that say nothing keep no node out, and a long head is refused', async () => {
  const idle = Array.from({ length: LINK_LIMITS.waiting + 10 }, () => connect(linked.port, '127.0.0.1').on('error', () => {}));
  await Promise.all(idle.map((socket) => once(socket, 'connect')));
  expect(await guests().consoleLog('srv-7')).toEqual(Buffer.alloc(0));
  for (const socket of idle) socket.destroy();
  const { certificate } = linked;
  expect(await askOverLink(linked.port, certificate, `${LOG}\r\nX: ${'x'.repeat(5_000)}`)).toBe('');
});

test('the file of an image is closed if the node that asked has left', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'innkeeper-link-image-'));
  const path = join(directory, 'mine.raw');
  writeFileSync(path, 'content');
  const database = await openTestDatabase();
  const { id } = await database.db.selectFrom('images').select('id').executeTakeFirstOrThrow();
  await database.db.updateTable('images').set({ bytes: 7n }).where('id', '=', id).execute();
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  let look = () => {};
  const looked = new Promise<void>((resolve) => {
    look = resolve;
  });
  const findOwn = async () => {
    look();
    await left;
    return { path, stored: path, bytes: 7 };
  };
  const log = { warn: () => {} };
  const serve = imageServer({ db: database.db, imageFiles: { findOwn }, log });
  const server = createHttpServer((request, response) => {
    response.once('close', leave);
    serve(request, response, 'b');
  }).listen(join(directory, 'sock'));
  try {
    const peer = connect(join(directory, 'sock'));
    peer.write(`GET ${imagePathOf(id)} HTTP/1.1\r\nHost: node\r\n\r\n`);
    await looked;
    peer.destroy();
    await left;
    const second = connect(join(directory, 'sock'));
    second.write(`GET ${imagePathOf(id)} HTTP/1.1\r\nHost: node\r\nConnection: close\r\n\r\n`);
    expect(await text(second)).toMatch(/content$/);
    // A forgotten file is closed too, but only by the next garbage collection.
    await expect.poll(() => openFiles().includes(path), { timeout: 2_000 }).toBe(false);
  } finally {
    server.close();
    await database.close();
    rmSync(directory, { recursive: true });
  }
});

/** Lists the paths of the files that this process has open. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(join('/proc/self/fd', fd));
    } catch {
      // It was closed in the meantime, as was the one of the listing.
      return '';
    }
  });

test('the certificate is kept in files that only their owner reads, and a damaged one is made again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'innkeeper-link-certificate-'));
  try {
    const first = await linkCertificate(directory);
    expect(statSync(join(directory, 'link-key.pem')).mode & 0o777).toBe(0o600);
    expect(await linkCertificate(directory)).toEqual(first);
    const other = await expiredCertificate();
    writeFileSync(join(directory, 'link-key.pem'), other.key);
    const second = await linkCertificate(directory);
    expect(second.sha256).not.toBe(first.sha256);
    writeFileSync(join(directory, 'link.pem'), 'no certificate');
    expect((await linkCertificate(directory)).sha256).not.toBe(second.sha256);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
