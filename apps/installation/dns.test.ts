import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDnsKey } from './dns.ts';
import { type Home, homeAt } from './home.ts';

let home: Home;
beforeAll(async () => {
  home = homeAt(await mkdtemp(join(tmpdir(), 'innkeeper-home-')));
});
afterAll(() => rm(home.path, { recursive: true }));

async function read(content: string, env: NodeJS.ProcessEnv = {}, mode = 0o600) {
  await writeFile(home.dnsFile, content);
  await chmod(home.dnsFile, mode);
  return readDnsKey(home, env);
}

it('has no key while nothing is said, and takes it from the environment, or a file that its owner alone reads', async () => {
  expect(await readDnsKey(home, {})).toBeNull();
  expect(await read('{"apiKey":"of-the-file"}')).toBe('of-the-file');
  expect(await read('{"apiKey":"of-the-file"}', { INNKEEPER_DNS_API_KEY: 'of-the-environment' })).toBe('of-the-environment');
  await expect(read('{"apiKey":"of-the-file"}', {}, 0o644)).rejects.toThrow(/chmod 600/);
});

it.each(['{', '{"apikey":"secret"}', '{"apiKey":""}', '{"apiKey":"two words secret"}'])(
  'refuses %s, and repeats nothing of it',
  async (content) => {
    const refused = await read(content).catch((error: Error) => error.message);
    expect(refused).toMatch(/cannot be used/);
    expect(refused).not.toContain('secret');
  },
);
