import { expect, test } from 'vitest';
import { commandToStop, formatStartSummary, type StartSummary } from './start-summary.ts';

const facts: StartSummary = {
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
  restoredFrom: null,
  sendsAlerts: true,
  certificate: null,
  version: '0.1.0',
  startedInMs: 74_000,
  isFirstStart: true,
  hasBackups: true,
  tunnel: null,
  isJournal: false,
  hasFirstLink: false,
  otherHome: null,
};

const LINK = 'http://localhost:7080/enter#secret';

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('Note: '));

test('shows what a new user needs, in at most 16 lines', () => {
  const text = formatStartSummary(facts, 'Ctrl-C');
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
  const max = { ...facts, publicUrl: 'https://api.example.com', tunnel: 'ssh -L 7080:127.0.0.1:7080 root@203.0.113.7' };
  expect(linesOf(formatStartSummary(max, 'Ctrl-C', LINK)).length).toBeLessThanOrEqual(16);
  expect(formatStartSummary(max, 'Ctrl-C')).toContain('Public URL     https://api.example.com');
  expect(formatStartSummary(max, 'Ctrl-C')).toContain('run this command there:\n  ssh -L 7080');
});

test('later starts and a journal show how to create another token, and name a custom home', () => {
  const account = { email: 'demo@innkeeper.example', balance: '95.00 EUR', token: null, sshKeyId: null };
  const create = './innkeeper token create --home /tmp/other --email demo@innkeeper.example --abilities read,write';
  expect(formatStartSummary({ ...facts, home: '/tmp/other', account }, 'Ctrl-C')).toContain(create);
  expect(commandToStop({ ...facts, home: '/tmp/other' })).toBe('./innkeeper down --home /tmp/other');
  const journal = formatStartSummary({ ...facts, home: '/tmp/other', isJournal: true }, 'Ctrl-C');
  expect(journal).toContain(create);
  expect(journal).not.toContain('ik_secret');
});

test('a home without the demo account is not a trial, and says how to create an account', () => {
  const text = formatStartSummary({ ...facts, home: '/tmp/other', account: null }, 'Ctrl-C');
  expect(text).not.toMatch(/demo|trial/i);
  expect(text).toContain('./innkeeper account create --home /tmp/other');
});

test('does not say "from this host only" if others can reach the API', () => {
  expect(formatStartSummary({ ...facts, url: 'https://192.0.2.7:7080' }, 'Ctrl-C')).not.toContain('this host only');
});

test('a sign-in link is separate above everything else, and only if there is one', () => {
  expect(formatStartSummary(facts, 'Ctrl-C', LINK)).toContain(
    `Open the console (once, within an hour):  ${LINK}\n\n  API reference`,
  );
  expect(formatStartSummary(facts, 'Ctrl-C')).not.toContain('Open the console');
});

test('without a terminal names the command that prints a sign-in link, only in a trial', () => {
  const trial = { ...facts, hasFirstLink: true };
  expect(formatStartSummary(trial, 'x')).toContain(
    'Sign in to the console with the link of:  ./innkeeper demo link\n\n  API reference',
  );
  expect(formatStartSummary({ ...trial, home: '/tmp/other' }, 'x')).toContain('./innkeeper demo link --home /tmp/other\n');
  expect(formatStartSummary(trial, 'x', LINK)).not.toContain('demo link');
  expect(formatStartSummary(facts, 'x')).not.toContain('demo link');
});

test('names another home that sells the same machine', () => {
  expect(formatStartSummary({ ...facts, otherHome: '/srv/first/.innkeeper' }, 'Ctrl-C')).toContain(
    'Note: /srv/first/.innkeeper also has real guests on this host: both homes sell the whole machine. To do: keep one of them',
  );
  expect(formatStartSummary(facts, 'Ctrl-C')).not.toContain('whole machine');
});

test('without backups it ends with how to set them up', () => {
  const text = formatStartSummary({ ...facts, hasBackups: false }, 'Ctrl-C');
  expect(text).toContain('\nNote: There is no backup of this installation. Set it up with ./innkeeper backup setup');
  expect(formatStartSummary(facts, 'Ctrl-C')).not.toContain('backup');
});

test('warns once that the installation is recovering, and how to end the recovery', () => {
  const text = formatStartSummary({ ...facts, account: null, restoredFrom: 'house-1.tar.zst.age' }, 'Ctrl-C');
  const notes = text.split('\n').filter((line) => line.startsWith('Note: '));
  expect(notes).toEqual([
    'Note: This installation is recovering from house-1.tar.zst.age: it answers reads and changes nothing. Run ./innkeeper restore plan, then restore finish.',
  ]);
});

test('alerts without a recipient are a note', () => {
  expect(formatStartSummary(facts, 'Ctrl-C')).not.toContain('alert notify');
  const note = 'Note: Alerts are sent to nobody. Set where they go: ./innkeeper alert notify --home /tmp/other --mail ADDRESS';
  expect(formatStartSummary({ ...facts, home: '/tmp/other', sendsAlerts: false }, 'Ctrl-C')).toContain(note);
});
