import { expect, test } from 'vitest';
import { nameInMail } from './names.ts';

test.each([
  ['Alpen Hosting GmbH', 'Alpen Hosting GmbH'],
  ['J. R. Smith & Sons, Inc.', 'J. R. Smith & Sons, Inc.'],
  ['Müller\r\nBcc: all', 'Müller Bcc: all'],
  ['a\u202Egnp.exe', 'a gnp.exe', true],
  ['Łódź 3.5', 'Łódź 3.5'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['😀'.repeat(255), `${'😀'.repeat(59)}…`],
])('%j stays readable', (name, shown, isLink = false) => {
  expect(nameInMail(name, 'account 12')).toBe(isLink ? 'account 12' : shown);
});

test.each([
  'Buy now at https://buy.example',
  'Win! WWW.buy.example',
  'www .buy',
  'mail ada@example.org',
  'mail ada＠example.org',
  'buy-now.example/x',
  'Cheap pills buy-now.example today',
  'buy。example',
  'buy．example',
  'buy\u200B.\u200Bexample',
  'buy\u2060.example',
  'buy.xn--p1ai',
  'h\u00ADttps:\u00AD//x',
  'at 192.0.2.7:80',
  '',
  ' \u202E\u2066 ',
  `${'Good offers '.repeat(10)} buy.example`,
])('%j is replaced by the account', (name) => {
  expect(nameInMail(name, 'account 12')).toBe('account 12');
});
