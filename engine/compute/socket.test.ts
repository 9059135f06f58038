import { chown, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectIn } from './socket.ts';

let place = '';
const servers: Server[] = [];
/** Serves a socket that counts connections and closes them. */
const serve = async (path: string) => {
  const served = { clients: 0 };
  const server = createServer((socket) => {
    served.clients += 1;
    socket.destroy();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return served;
};

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'innkeeper-socket-'));
  await mkdir(join(place, 'mine'));
  await mkdir(join(place, 'theirs'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  await rm(place, { recursive: true });
});

it('connects to a socket, but not to a link with its name', async () => {
  const [mine, theirs] = [join(place, 'mine'), join(place, 'theirs')];
  const [own, other] = [await serve(join(mine, 'act.sock')), await serve(join(theirs, 'act.sock'))];
  (await connectIn(mine, 'act.sock', 1_000)).destroy();
  await expect.poll(() => own.clients).toBe(1);
  await symlink(join(theirs, 'act.sock'), join(mine, 'link.sock'));
  await writeFile(join(mine, 'file.sock'), '');
  for (const name of ['link.sock', 'file.sock', 'none.sock']) {
    await expect(connectIn(mine, name, 1_000)).rejects.toMatchObject({ kind: 'host' });
  }
  await symlink(theirs, join(place, 'led'));
  await expect(connectIn(join(place, 'led'), 'act.sock', 1_000)).rejects.toBeInstanceOf(Error);
  expect(other.clients).toBe(0);
});

it.skipIf(process.getuid?.() !== 0)("refuses a socket created by another user than the directory's owner", async () => {
  const [mine, theirs] = [join(place, 'mine'), join(place, 'theirs')];
  const other = await serve(join(theirs, 'act.sock'));
  await chown(mine, 1_999_999_999, 1_999_999_999);
  await rename(join(theirs, 'act.sock'), join(mine, 'act.sock'));
  await expect(connectIn(mine, 'act.sock', 1_000)).rejects.toMatchObject({ kind: 'host' });
  expect(other.clients).toBe(0);
});
