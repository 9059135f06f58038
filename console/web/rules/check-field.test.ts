import { expect, it } from 'vitest';
import { checkField } from './check-field.ts';
import { fields as session } from './fields/createSession.gen.ts';
import { fields as token } from './fields/createToken.gen.ts';
import { fields as deploy } from './fields/deployServer.gen.ts';

// A comparison with the API is in dev/gen/console/rules.test.ts.
it.each([
  ['a field that is not sent', undefined, token.name, 'This field is required.'],
  ['an optional field that is not sent', undefined, token.server_ids, undefined],
  ['an empty text', '', token.name, 'Must not be empty.'],
  ['a text that is right without its blanks', ' deploy ', token.name, undefined],
  [
    'a text with two faults',
    `${'x'.repeat(101)}\t.`,
    token.name,
    'Must have at most 100 characters. Must not contain control characters.',
  ],
  ['a list whose items have the same fault', ['read', 'a', 'b'], token.abilities, 'Must be one of read, write, account.'],
  ['a number above its maximum', 1_000_001, token.monthly_cap, 'Must be at most 1000000.'],
  ['an amount that is no number', 'many', token.monthly_cap, 'Must be a number.'],
  ['one of several names', ['web-1', 'a_b'], deploy.name, expect.stringMatching(/^Must be a hostname/)],
  ['a domain that only the API can convert', 'ada@exämple', session.email, undefined],
])('judges %s', (_what, value, rule, sentence) => {
  expect(checkField(value, rule)).toEqual(sentence);
});
