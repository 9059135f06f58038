import { expect, test } from 'vitest';
import { commandToStop, type Facts, screen } from './screen.ts';

const facts: Facts = {
  url: 'http://127.0.0.1:7080',
  publicUrl: null,
  home: '/srv/innkeeper/.innkeeper',
  engine: 'QEMU 10.0.2',
  runtime: 'Node.js 24.21.0, bundled with Innkeeper',
  accelerator: { name: 'tcg', why: 'this host has no /dev/kvm' },
  real: true,
  network: 'namespace',
  capacity: { vcpus: 8, memoryMb: 22_118, diskGb: 72 },
  overcommit: 4,
  account: { email: 'demo@innkeeper.example', balance: '100.00 EUR', token: 'ik_secret', sshKeyId: 4 },
  apiUser: 'innkeeper-api',
  databaseAdvice: null,
  certificate: null,
  version: '0.1.0',
  startedInMs: 74_000,
  isFirstStart: true,
  tunnel: null,
  isJournal: false,
};

const LINK = 'http://localhost:7080/enter#secret';

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('Note: '));

test('tells what a newcomer asks for, in 16 lines at most', () => {
  const text = screen(facts, 'Ctrl-C');
  for (const words of [
    'Innkeeper 0.1.0 is up (first start: ',
    'It is reachable from this host only.',
    'http://localhost:7080/docs',
    'real: QEMU 10.0.2, tcg, in a network namespace of their own',
    'Node.js 24.21.0, bundled with Innkeeper; the API runs as innkeeper-api',
    '8 vCPUs, 21.6 GB of memory',
    'demo@innkeeper.example, balance 100.00 EUR',
    'ik_secret  (not shown again)',
    'This is a trial. End it with: ./innkeeper account suspend demo@innkeeper.example --reason',
    './innkeeper demo ',
    './innkeeper network uplink nat',
    'Stop: Ctrl-C',
    'Note: Guests are slow: this host has no /dev/kvm.',
  ])
    expect(text).toContain(words);
  const most = { ...facts, publicUrl: 'https://api.example.com', tunnel: 'ssh -L 7080:127.0.0.1:7080 root@203.0.113.7' };
  expect(linesOf(screen(most, 'Ctrl-C', LINK)).length).toBeLessThanOrEqual(16);
  expect(screen(most, 'Ctrl-C')).toContain('Public URL     https://api.example.com');
  expect(screen(most, 'Ctrl-C')).toContain('run this command there:\n  ssh -L 7080');
});

test('later starts tell how to get another token, and so does a journal; a home of its own is named', () => {
  const account = { email: 'demo@innkeeper.example', balance: '95.00 EUR', token: null, sshKeyId: null };
  const create = './innkeeper token create --home /tmp/other --email demo@innkeeper.example --abilities read,write';
  expect(screen({ ...facts, home: '/tmp/other', account }, 'Ctrl-C')).toContain(create);
  expect(commandToStop({ ...facts, home: '/tmp/other' })).toBe('./innkeeper down --home /tmp/other');
  const journal = screen({ ...facts, home: '/tmp/other', isJournal: true }, 'Ctrl-C');
  expect(journal).toContain(create);
  expect(journal).not.toContain('ik_secret');
});

test('a home without the demo account is no trial, and says how an account is made', () => {
  const text = screen({ ...facts, home: '/tmp/other', account: null }, 'Ctrl-C');
  expect(text).not.toMatch(/demo|trial/i);
  expect(text).toContain('./innkeeper account create --home /tmp/other');
});

test('an API that others reach does not say that it answers here only', () => {
  expect(screen({ ...facts, url: 'https://192.0.2.7:7080' }, 'Ctrl-C')).not.toContain('this host only');
});

test('a link that signs in stands alone above everything else, and only where there is one', () => {
  expect(screen(facts, 'Ctrl-C', LINK)).toContain(`Open the console (once, within an hour):  ${LINK}\n\n  API reference`);
  expect(screen(facts, 'Ctrl-C')).not.toContain('Open the console');
});
