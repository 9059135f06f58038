import { expect, test } from 'vitest';
import { formatFinished } from './finished-restore.ts';

const FINISHED = {
  ...{ backup: 'house-1.tar.zst.age', takenAt: new Date(0), sequences: 80, accounts: 1, fenced: [], gaps: [], unknownSeries: [] },
  ...{ lost: [], lostImages: [], held: [], parked: [], ending: [], mails: [], mailFacts: 0, refundsToSend: [] },
  ...{ sessions: 0, staffTokens: 0, customersTokens: 0, revoked: null },
  unclaimed: { directory: '/home/unclaimed', names: [] },
};

test('a summary lists at most 100 entries of each kind, and counts the others', () => {
  const accepted = Array.from({ length: 5_000 }, (_, n) => `finding ${n}`);
  const text = formatFinished({ ...FINISHED, accepted });
  expect(text).toContain('  finding 99\n  and 4900 more');
  expect(text).not.toContain('finding 100');
});
