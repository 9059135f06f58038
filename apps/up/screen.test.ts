import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Facts, screen } from './screen.ts';

const directory = mkdtempSync(join(tmpdir(), 'innkeeper-screen-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const facts: Facts = {
  url: 'http://127.0.0.1:7080',
  publicUrl: null,
  home: '/srv/innkeeper/.innkeeper',
  engine: 'QEMU 10.0.2',
  runtime: 'Node.js 24.21.0, which comes with Innkeeper',
  accelerator: { name: 'tcg', why: 'this host has no /dev/kvm' },
  real: true,
  network: 'namespace',
  capacity: { vcpus: 8, memoryMb: 22_118, diskGb: 72 },
  overcommit: 4,
  account: { email: 'demo@innkeeper.example', balance: '100.00 EUR', token: 'ik_secret', sshKeyId: 4 },
  imageId: 3,
  apiUser: 'innkeeper-api',
  databaseAdvice: null,
  certificate: null,
};

test('tells what a newcomer asks for', () => {
  const text = screen(facts);
  for (const words of [
    'http://127.0.0.1:7080/v1',
    'http://127.0.0.1:7080/docs',
    'QEMU 10.0.2',
    'Node.js 24.21.0, which comes with Innkeeper',
    'tcg: this host has no /dev/kvm',
    '8 vCPUs (overcommit 4)',
    '21.6 GB',
    'demo@innkeeper.example, balance 100.00 EUR',
    'ik_secret  (shown only now)',
    './innkeeper ssh first',
    './innkeeper demo',
    'This is a trial',
    './innkeeper account suspend demo@innkeeper.example --reason',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('Public URL');
  expect(screen({ ...facts, publicUrl: 'https://api.example.com' })).toContain('Public URL    https://api.example.com');
  expect(text).toMatch(/^ +API runs as +innkeeper-api$/m);
});

test('later starts tell how to get another token, and a home of its own is named', () => {
  const account = { email: 'demo@innkeeper.example', balance: '95.00 EUR', token: null, sshKeyId: null };
  const text = screen({ ...facts, home: '/tmp/other', account });
  expect(text).toContain('./innkeeper token create --home /tmp/other --email demo@innkeeper.example --abilities read,write');
  expect(text).not.toContain('ik_secret');
  expect(text).not.toContain('ssh_keys');
});

test('a home without the demo account is no trial, and says how an account is made', () => {
  const text = screen({ ...facts, home: '/tmp/other', account: null });
  expect(text).not.toMatch(/demo|trial|Try it/i);
  expect(text).toContain('./innkeeper account create --home /tmp/other');
});

test('the lines to try survive being pasted: a shell makes the three calls that are meant', () => {
  const curl = join(directory, 'curl');
  writeFileSync(
    curl,
    `#!/bin/sh\nprintf '%s\\n' "$@" >>${directory}/calls\necho >>${directory}/calls\necho '{"id":12,"hostname":"first"}'\n`,
  );
  chmodSync(curl, 0o755);
  const lines = screen(facts)
    .split('\n')
    .filter((line) => /^ {2}(AUTH=|curl|SERVER=|ID=)/.test(line));
  expect(lines).toHaveLength(4);
  execFileSync('sh', ['-c', lines.join('\n')], { env: { PATH: `${directory}${delimiter}${process.env.PATH}` } });
  const calls = execFileSync('cat', [join(directory, 'calls')], { encoding: 'utf8' })
    .trim()
    .split('\n\n');
  expect(calls.map((call) => call.split('\n').at(-1))).toEqual([
    'http://127.0.0.1:7080/v1/server-images',
    'http://127.0.0.1:7080/v1/servers',
    'http://127.0.0.1:7080/v1/servers/12',
  ]);
  for (const call of calls) expect(call).toContain('Authorization: Bearer ik_secret');
  const body = calls[1]?.split('\n').find((word) => word.startsWith('{'));
  expect(JSON.parse(body ?? '')).toEqual({ name: 'first', plan: 'nano', image_id: 3, ssh_keys: [4] });
});
