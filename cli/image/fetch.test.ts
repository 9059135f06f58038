import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeConfiguration } from '@innkeeper/apps/configuration/set';
import { type Home, makeHome } from '@innkeeper/apps/installation/home';
import { DownloadError } from '@innkeeper/engine/downloads/port';
import { expect, test } from 'vitest';
import { explainDownload, fetchImage } from './fetch.ts';

test('an image can be downloaded from an allowed private mirror, and from no other private address', async () => {
  const asked: string[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url ?? '');
    response.end('an image that is none');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const directory = await mkdtemp(join(tmpdir(), 'innkeeper-register-'));
  try {
    const home = await makeHome(directory);
    const allow = (mirrors: string[] | null) => changeConfiguration(home, [{ name: 'allow.mirrors', written: mirrors }], {});
    await expect(register(home, port)).rejects.toThrow('not public');
    for (const mirrors of [null, [], [`127.0.0.1:${port + 1}`]]) {
      await allow(mirrors);
      await expect(register(home, port)).rejects.toThrow('not public');
    }
    expect(asked).toEqual([]);
    await allow([`127.0.0.1:${port}`]);
    // The checksum error proves that the file was downloaded.
    await expect(register(home, port)).rejects.toThrow('checksum of the file does not match');
    expect(asked).toEqual(['/mine.qcow2']);
  } finally {
    await new Promise((resolve) => server.close(resolve));
    await rm(directory, { recursive: true });
  }
});

test('advice about a full disk names the directory, and no other source', () => {
  const [where, sentence] = [{ directory: '/home/x', advice: 'Name a mirror with --mirror.' }, 'There is not enough space.'];
  const full = new DownloadError(sentence, { retryable: false, fault: 'operator' });
  const explained = explainDownload(full, 'key', where).message;
  expect(explained).toContain('not enough space in /home/x: 1 GiB must stay free');
  expect(explained).not.toContain('--mirror');
  const gone = new DownloadError('The URL answered with status 404.', { retryable: false });
  expect(explainDownload(gone, 'key', where).message).toBe('The URL answered with status 404. Name a mirror with --mirror.');
});

function register(home: Home, port: number): Promise<unknown> {
  return fetchImage(home, { key: 'mine', url: `http://127.0.0.1:${port}/mine.qcow2`, sha256: '0'.repeat(64) });
}
