import { expect, test } from 'vitest';
import { seconds } from '../time/clock.ts';
import { explainNotLost, type LostServer } from './lost-server.ts';

const NOW = new Date('2027-03-31T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const directory = { path: '/srv/machines', fileSystem: '/dev/sdb1 (ext4) at /srv', machines: 3 };
const LOST: LostServer = {
  ...{ id: 7, status: 'active', power: 'absent', node: 'b', seenAt: ago(seconds(5)), wasRestored: false, runsElsewhere: false },
  here: { machine: 'absent', directory },
};
const inDirectory = (change: Partial<typeof directory>) => ({
  here: { machine: 'absent', directory: { ...directory, ...change } },
});

const REFUSED: [string, Partial<LostServer>, RegExp][] = [
  ['is not built yet', { status: 'processing' }, /is processing/],
  ['has ended', { status: 'terminated' }, /is terminated/],
  ['is on a node that was not seen for 30 s', { seenAt: ago(seconds(30)) }, /node b is away/],
  ['is on a node that never had a worker', { seenAt: null }, /node b is away/],
  ['has a machine again', { here: { machine: 'stopped', directory } }, /exists in \/srv\/machines: it is stopped/],
  ['was not found absent by its node', { power: 'running', here: null }, /not found .* is running/],
  ['runs on another node', { runsElsewhere: true }, /guest of server 7 runs on another node/],
  ['had its directory alone', inDirectory({ machines: 0 }), /\/dev\/sdb1 \(ext4\) at \/srv.* no machine at all/],
];

test.each(REFUSED)('refuses the end of a server that %s', (_, change, message) => {
  expect(explainNotLost({ ...LOST, ...change }, NOW)).toMatch(message);
});

test('refuses the end while the directory is missing, also after a restore', () => {
  const missing = inDirectory({ fileSystem: null as never, machines: 0 });
  for (const wasRestored of [false, true])
    expect(explainNotLost({ ...LOST, ...missing, wasRestored }, NOW)).toContain('is missing');
});

test('allows the end beside other machines, in an empty directory after a restore, and on another node', () => {
  expect(explainNotLost(LOST, NOW)).toBeNull();
  expect(explainNotLost({ ...LOST, status: 'suspended' }, NOW)).toBeNull();
  expect(explainNotLost({ ...LOST, ...inDirectory({ machines: 0 }), wasRestored: true }, NOW)).toBeNull();
  expect(explainNotLost({ ...LOST, here: null }, NOW)).toBeNull();
});
