import { expect, test } from 'vitest';
import { fillReply, unknownPlaceholders } from './canned-replies.ts';

const values = { name: 'Ada', ticket: '7', subject: 'It {{staff}} hangs', server: null, staff: 'Ann' };

test('fills in placeholders once, with or without blanks', () => {
  expect(fillReply('Hello {{name}}, "{{ subject }}" is ticket {{ticket}}.\n{{staff}}', values)).toBe(
    'Hello Ada, "It {{staff}} hangs" is ticket 7.\nAnn',
  );
});

test('replaces unknown values with general words', () => {
  expect(fillReply('Hello {{name}}, {{server}} is {{up}}.', { ...values, name: '' })).toBe(
    'Hello customer, your server is {{up}}.',
  );
});

test('finds unknown placeholders', () => {
  expect(unknownPlaceholders('Hello {{name}}, {{ Name }} and {{}} of {{server}}')).toEqual(['Name', '']);
});
