import { expect, test } from 'vitest';
import { staffEndSentence } from './staff-ends.ts';

test('names day and minute in UTC', () => {
  const sentence = 'Our staff ends this service on 2 Dec 2026 12:00 UTC. Contact support.';
  expect(staffEndSentence(new Date('2026-12-02T12:00:59Z'))).toBe(sentence);
});
