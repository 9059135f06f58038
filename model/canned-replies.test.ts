import { expect, test } from 'vitest';
import { fillReply, unknownPlaceholders } from './canned-replies.ts';

const values = { name: 'Ada', ticket: '7', subject: 'It {{staff}} hangs', server: null, staff: 'Ann' };

test('placeholders are filled in, once, with blanks or without', () => {
  expect(fillReply('Hello {{name}}, "{{ subject }}" is ticket {{ticket}}.\n{{staff}}', values)).toBe(
    'Hello Ada, "It {{staff}} hangs" is ticket 7.\nAnn',
  );
});

test('what is not known is said in general', () => {
  expect(fillReply('Hello {{name}}, {{server}} is {{up}}.', { ...values, name: '' })).toBe(
    'Hello customer, your server is {{up}}.',
  );
});

test('what is no placeholder is found', () => {
  expect(unknownPlaceholders('Hello {{name}}, {{ Name }} and {{}} of {{server}}')).toEqual(['Name', '']);
});
