/** Tests that one node takes only its share of the transfers of images. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '@innkeeper/lab/database';
import { expect, test } from 'vitest';
import { LINK_LIMITS } from './limits.ts';
import { imagePathOf, imageServer } from './serve-images.ts';

test('a node with its share of transfers is refused another one, and other nodes get theirs', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'innkeeper-image-share-'));
  const path = join(directory, 'mine.raw');
  writeFileSync(path, 'content');
  const database = await openTestDatabase();
  const { id } = await database.db.selectFrom('images').select('id').executeTakeFirstOrThrow();
  await database.db.updateTable('images').set({ bytes: 7n }).where('id', '=', id).execute();
  let found = () => {};
  const looking = new Promise<void>((resolve) => {
    found = resolve;
  });
  let begun = 0;
  const findOwn = async () => {
    begun += 1;
    await looking;
    return { path, stored: path, bytes: 7 };
  };
  const serve = imageServer({ db: database.db, imageFiles: { findOwn }, log: { warn: () => {} } });
  const socketPath = join(directory, 'sock');
  const server = createServer((asked, response) => serve(asked, response, String(asked.headers.peer))).listen(socketPath);
  const ask = (peer: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ socketPath, path: imagePathOf(id), headers: { peer }, agent: false }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      });
      sent.once('error', reject).end();
    });
  try {
    const ofB = [ask('b'), ask('b')];
    await expect.poll(() => begun).toBe(LINK_LIMITS.transfersPerNode);
    expect(await ask('b')).toBe(503);
    const others = [ask('c'), ask('d')];
    await expect.poll(() => begun).toBe(LINK_LIMITS.transfers);
    expect(await ask('e')).toBe(503);
    found();
    expect(await Promise.all([...ofB, ...others])).toEqual([200, 200, 200, 200]);
    expect(await ask('b')).toBe(200);
  } finally {
    server.close();
    await database.close();
    rmSync(directory, { recursive: true });
  }
});
