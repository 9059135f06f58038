import { Readable } from 'node:stream';
import { type ClamdBehaviour, type FakeClamd, openFakeClamd, SLOW_FILE_TEXT, VIRUS, VIRUS_NAME } from '@innkeeper/lab/fake-clamd';
import { LARGEST_FILE_BYTES } from '@innkeeper/model/support/scanner';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { checkScanner } from './check.ts';
import { openClamd } from './clamd.ts';
import { scannerConformance } from './conformance.ts';
import { openScanners } from './open.ts';

let clamd: FakeClamd;
beforeAll(async () => {
  clamd = await openFakeClamd();
});
afterAll(() => clamd.close());

const fileOf = (bytes: number) => Readable.from([Buffer.alloc(bytes)]);
const at = (scanMs?: number) => openClamd({ path: clamd.socket }, scanMs === undefined ? {} : { scanMs });

describe('a scan without a result', () => {
  it.each<[ClamdBehaviour, RegExp]>([
    ['limit', /StreamMaxLength/],
    ['closes', /closed the connection/],
    ['garbage', /^it answered: \?\[2JHTTP\/1.1 200 OK$/],
    ['unbounded', /no end/],
    ['hasty', /before it had the whole file|closed the connection/],
    ['unfinished', /without an answer/],
  ])('is %s', async (mood, why) => {
    clamd.be(mood);
    expect(await at().scan(fileOf(5_000_000))).toEqual({ result: 'failed', why: expect.stringMatching(why) });
    clamd.be('well');
    expect(await at().scan(fileOf(5))).toEqual({ result: 'clean' });
  });

  it('is a missing reply within the time limit', async () => {
    clamd.be('no answer');
    expect(await at(200).scan(fileOf(5))).toEqual({ result: 'failed', why: 'it did not answer within 0.2 s' });
    clamd.be('well');
  });

  it('is a scanner that never reads, within the same limit', async () => {
    const unread = new Readable({ read: () => undefined });
    expect(await at(200).scan(unread)).toEqual({ result: 'failed', why: 'it did not answer within 0.2 s' });
    expect(unread.destroyed).toBe(true);
  });
});

describe('openScanners', () => {
  const nowhere = { socket: null, host: null, port: null };

  it('uses a socket, an address, or none', async () => {
    const scanners = openScanners();
    const before = clamd.scanned.length;
    const infected = () => Readable.from([Buffer.from(VIRUS)]);
    expect(await scanners({ ...nowhere, socket: clamd.socket }, 'me').scan(infected())).toMatchObject({ name: VIRUS_NAME });
    expect(await scanners({ ...nowhere, host: '127.0.0.1', port: clamd.port }, 'me').scan(infected())).toMatchObject({
      name: VIRUS_NAME,
    });
    expect(clamd.scanned).toHaveLength(before + 2);
    expect(await scanners(nowhere, 'me').scan(infected())).toEqual({ result: 'clean' });
    expect(clamd.scanned).toHaveLength(before + 2);
  });

  it('limits concurrent scans, and queues the others', async () => {
    const other = await openFakeClamd();
    const scanners = openScanners({ concurrency: 2 });
    const scan = (n: number) => scanners({ ...nowhere, socket: other.socket }, `${n % 3}`).scan(fileOf(200_000));
    const verdicts = await Promise.all(Array.from({ length: 9 }, (_, n) => scan(n)));
    expect(verdicts.map(({ result }) => result)).toEqual(Array(9).fill('clean'));
    expect(other.max()).toBe(2);
    await other.close();
  });

  it('gives one account at most half of the slots, so that slow files do not block others', async () => {
    const scanners = openScanners();
    const scan = (whose: string, content: string) =>
      scanners({ ...nowhere, socket: clamd.socket }, whose).scan(Readable.from([Buffer.from(content)]));
    const slow = Array.from({ length: 6 }, () => scan('them', SLOW_FILE_TEXT));
    await vi.waitFor(() => expect(clamd.held()).toBe(2));
    for (let one = 0; one < 5; one += 1) expect(await scan('me', 'kernel panic')).toEqual({ result: 'clean' });
    expect(await scan('me', VIRUS)).toMatchObject({ name: VIRUS_NAME });
    for (let round = 0; round < 3; round += 1) {
      await vi.waitFor(() => expect(clamd.held()).toBe(2));
      clamd.release();
    }
    expect(await Promise.all(slow)).toEqual(Array(6).fill({ result: 'clean' }));
  });

  it('limits the wait, and continues afterwards', async () => {
    clamd.be('no answer');
    const scanner = openScanners({ concurrency: 1, waitMs: 50, scanMs: 400 })({ ...nowhere, socket: clamd.socket }, 'me');
    const [first, second] = [scanner.scan(fileOf(5)), scanner.scan(fileOf(5))];
    expect(await second).toEqual({ result: 'busy', why: 'other files took all of its time for 0.05 s' });
    expect(await first).toMatchObject({ result: 'failed' });
    clamd.be('well');
    expect(await scanner.scan(fileOf(5))).toEqual({ result: 'clean' });
  });
});

test('checkScanner reports whether it reads the largest files, and detects a virus', async () => {
  const place = { socket: clamd.socket, host: null, port: null };
  const check = () => checkScanner(at(), place);
  expect(await check()).toMatchObject([{ ok: true }, { ok: true, why: expect.stringContaining(VIRUS_NAME) }]);
  expect(clamd.scanned).toContain(LARGEST_FILE_BYTES);
  clamd.be('limit');
  expect(await check()).toMatchObject([{ ok: false, why: expect.stringContaining('StreamMaxLength') }]);
  clamd.be('well');
  const blind = { name: 'blind', scan: async (content: Readable) => (content.destroy(), { result: 'clean' as const }) };
  expect(await checkScanner(blind, place)).toMatchObject([
    { ok: true },
    { ok: 'warn', remedy: expect.stringContaining('freshclam') },
  ]);
});

describe('clamd, as a fake implements it', () => {
  scannerConformance(() => ({
    scanner: at(),
    virus: { content: VIRUS, name: VIRUS_NAME },
    makeUnavailable: () => clamd.goAway(),
  }));
});
