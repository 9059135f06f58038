import { markScannerUnavailable } from '@innkeeper/db/tables/scanner';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type FakeClamd, openFakeClamd, VIRUS_NAME } from '@innkeeper/lab/fake-clamd';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let clamd: FakeClamd;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  clamd = await openFakeClamd();
  operator = openOperator(lab);
});
afterAll(async () => {
  await clamd.close();
  await lab.close();
});

const alerts = async () => (await operator.run('listAlerts')).data.map(({ kind }) => kind);

test('setScanner replaces or removes the scanner with an audit line, and showScanner shows it', async () => {
  const none = { driver: 'none', socket: null, tcp: null, away: null };
  expect(await operator.run('showScanner')).toEqual(none);
  await operator.run('setScanner', { socket: '/run/clamav/clamd.ctl' });
  expect(await operator.run('showScanner')).toEqual({ ...none, driver: 'clamd', socket: '/run/clamav/clamd.ctl' });
  expect(await operator.run('setScanner', { tcp: '[fd00::0005]:3310' })).toEqual({
    ...none,
    driver: 'clamd',
    tcp: '[fd00::5]:3310',
  });
  expect(await operator.run('setScanner', { off: true })).toEqual(none);
  const lines = await lab.db.selectFrom('audit_log').select('details').where('action', '=', 'setScanner').orderBy('id').execute();
  expect(lines.map(({ details }) => details)).toEqual([
    { socket: '/run/clamav/clamd.ctl', host: null, port: null },
    { socket: null, host: 'fd00::5', port: 3310 },
    { socket: null, host: null, port: null },
  ]);
});

test.each([
  [{}, 'socket'],
  [{ socket: '/run/clamd.ctl', tcp: '127.0.0.1:3310' }, 'socket'],
  [{ tcp: '127.0.0.1:3310', off: true }, 'socket'],
  [{ socket: 'clamd.ctl' }, 'socket'],
  [{ socket: `/${'a'.repeat(107)}` }, 'socket'],
  [{ tcp: '8.8.8.8:3310' }, 'tcp'],
  [{ tcp: '169.254.169.254:80' }, 'tcp'],
  [{ tcp: 'clamd.example.net:3310' }, 'tcp'],
])('setScanner refuses %j at its field', async (input, field) => {
  const refused = operator.run('setScanner', input);
  await expect(
    refused.catch((error: { details?: unknown; message: string }) => JSON.stringify(error.details ?? error.message)),
  ).resolves.toMatch(new RegExp(`"${field}\\\\?"`));
});

test('changing the scanner clears the state of the previous one and its alert', async () => {
  await markScannerUnavailable(lab.db, { error: 'of none', now: new Date() });
  expect(await alerts()).toEqual([]);
  await operator.run('setScanner', { socket: '/run/other.ctl' });
  await markScannerUnavailable(lab.db, { error: 'it is gone', now: new Date('2026-03-01T10:00:00Z') });
  await markScannerUnavailable(lab.db, { error: 'it is gone still', now: new Date('2026-03-01T11:00:00Z') });
  expect((await operator.run('showScanner')).away).toEqual({ since: '2026-03-01T10:00:00.000Z', error: 'it is gone still' });
  expect(await operator.print('showScanner')).toContain('unavailable since 2026-03-01T10:00:00.000Z: it is gone still');
  expect(await alerts()).toEqual(['scanner_away']);
  expect((await operator.run('setScanner', { off: true })).away).toBeNull();
  expect(await alerts()).toEqual([]);
});

test('checkScanner tests the scanner, and reports if none is set', async () => {
  expect((await operator.run('checkScanner')).findings).toMatchObject([
    { ok: 'warn', why: expect.stringContaining('none is set') },
  ]);
  await operator.run('setScanner', { socket: clamd.socket });
  expect((await operator.run('checkScanner')).findings).toMatchObject([
    { ok: true },
    { ok: true, why: expect.stringContaining(VIRUS_NAME) },
  ]);
  await operator.run('setScanner', { socket: `${clamd.socket}-not` });
  expect((await operator.run('checkScanner')).findings).toMatchObject([{ ok: false, why: expect.stringContaining('ENOENT') }]);
  expect(process.exitCode).toBe(1);
  process.exitCode = 0;
});
