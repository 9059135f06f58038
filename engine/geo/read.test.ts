import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeMmdb } from '@innkeeper/lab/mmdb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGeoFile } from './read.ts';
import type { GeoKind } from './record.ts';

let home = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-geo-'));
});
afterAll(() => rm(home, { recursive: true }));

async function read(content: string | Buffer, kind: GeoKind = 'country') {
  const file = join(home, 'data');
  await writeFile(file, content);
  const { records, ...rest } = await readGeoFile(file, kind);
  const all: string[] = [];
  for await (const { first, last, country, asn, name } of records) all.push([first, last, country, asn, name].join(' '));
  return { ...rest, all };
}

test('reads CSV of countries: ranges or networks, with or without headers, quotes and compression', async () => {
  const text =
    'start,end,country\n1.0.0.0,1.0.0.255,AU\r\n"2001:db8::","2001:db8::ffff","de"\n\n10.0.0.0/8,ZZ\n2001:db8:1::/48,AT,more\n';
  const ranges = [
    '1.0.0.0 1.0.0.255 AU  ',
    '2001:db8:: 2001:db8::ffff DE  ',
    '10.0.0.0 10.255.255.255   ',
    '2001:db8:1:: 2001:db8:1:ffff:ffff:ffff:ffff:ffff AT  ',
  ];
  expect((await read(text)).all).toEqual(ranges);
  expect((await read(gzipSync(text))).all).toEqual(ranges);
});

test('reads CSV of autonomous systems', async () => {
  const { all, sha256 } = await read('1.0.0.0,1.0.0.255,13335,"Cloud, ""the"" one"\n2.0.0.0/24,AS64500,\n', 'asn');
  expect(all).toEqual(['1.0.0.0 1.0.0.255  13335 Cloud, "the" one', '2.0.0.0 2.0.0.255  64500 ']);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ['1.0.0.0,1.0.0.255,AU\n1.0.0.0,2001::,AU\n', 'Line 2 is no range'],
  ['a\nb\n', 'Line 2 is no range.'],
  [`x\n${'1'.repeat(5_000)}\n`, 'Line 2 is no range'],
  ['x\n1.0.0.0,1.0.0.255,Austria\n', 'Line 2 is no range'],
])('refuses data without ranges, naming the line', async (text, why) => {
  await expect(read(text)).rejects.toThrow(why);
});

test('refuses a missing file with a message', async () => {
  await expect(readGeoFile(join(home, 'none'), 'country')).rejects.toThrow("The file can't be read");
});

test('refuses special files, without waiting for a writer', async () => {
  const pipe = join(home, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const path of [home, pipe, '/dev/zero'])
    await expect(readGeoFile(path, 'country')).rejects.toThrow('This is no regular file.');
});

test("no message quotes the file's content", async () => {
  const secrets = 'root:$y$secret:1\ndaemon:$y$secret:1\n';
  const marked = Buffer.concat([Buffer.from('secret'), Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), Buffer.from('secret')]);
  for (const content of [secrets, marked]) {
    const refused = await read(content).catch((error: Error) => error.message);
    expect(refused).toMatch(/^(Line 2 is no range|The file is no MaxMind DB)\.$/);
  }
});

test("reads MaxMind's format: each network once, IPv4 and IPv6, with its build time", async () => {
  const builtAt = new Date('2026-01-02T03:04:05Z');
  const at = { country: { iso_code: 'AT' } };
  const file = writeMmdb(
    { '192.0.2.0/24': at, '198.51.100.128/25': { country_code: 'DE' }, '2001:db8:7::/48': at, '0.0.0.0/8': { city: 'x' } },
    builtAt,
  );
  expect(await read(file)).toMatchObject({
    builtAt,
    all: [
      '0.0.0.0 0.255.255.255   ',
      '192.0.2.0 192.0.2.255 AT  ',
      '198.51.100.128 198.51.100.255 DE  ',
      '2001:db8:7:: 2001:db8:7:ffff:ffff:ffff:ffff:ffff AT  ',
    ],
  });
  const systems = writeMmdb(
    { '192.0.2.0/24': { autonomous_system_number: 64_500, autonomous_system_organization: 'Example' } },
    builtAt,
  );
  expect((await read(systems, 'asn')).all).toEqual(['192.0.2.0 192.0.2.255  64500 Example']);
});

test('closes a file even if not all of its records are read', async () => {
  const path = join(home, 'large');
  await writeFile(path, '1.0.0.0,1.0.0.255,AU\n'.repeat(50_000));
  const isOpen = async () => {
    const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
    return (await Promise.all(links)).includes(path);
  };
  const { records } = await readGeoFile(path, 'country');
  expect(await isOpen()).toBe(false);
  for await (const _ of records) {
    expect(await isOpen()).toBe(true);
    break;
  }
  await expect.poll(isOpen).toBe(false);
});
