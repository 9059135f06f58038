import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { downloadRelease } from './download.ts';
import { releaseFiles } from './official.ts';

const VERSION = '24.99.0';

/** Starts a server that answers `missing` with 404, and every other path with that path as content. */
async function givenServer(missing?: string): Promise<string> {
  const server = createServer((request, response) => {
    const found = missing === undefined || !request.url?.endsWith(missing);
    response.writeHead(found ? 200 : 404).end(request.url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function download(base: string): Promise<string> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-download-'));
  onTestFinished(() => fs.rm(directory, { recursive: true }));
  await downloadRelease(VERSION, directory, { releases: `${base}/dist`, keyring: `${base}/keys/pubring.kbx` });
  return directory;
}

it('downloads the files that the comparison reads', async () => {
  const directory = await download(await givenServer());
  expect((await fs.readdir(directory)).sort()).toEqual(releaseFiles(VERSION).sort());
  expect(await fs.readFile(path.join(directory, 'SHASUMS256.txt.asc'), 'utf8')).toBe('/dist/v24.99.0/SHASUMS256.txt.asc');
});

it('reports the URL that does not answer, or its status', async () => {
  await expect(download(await givenServer('arm64.tar.xz'))).rejects.toThrow(/arm64\.tar\.xz cannot be downloaded: .* 404/);
  await expect(download('http://127.0.0.1:9')).rejects.toThrow('http://127.0.0.1:9/dist/v24.99.0/SHASUMS256.txt.asc cannot be');
});
