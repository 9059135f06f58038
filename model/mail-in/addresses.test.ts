import { expect, it } from 'vitest';
import { bounceAddress, ourMailKeys, ourTags, ticketAddress, ticketInSubject } from './addresses.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const KEY = '01234567-89ab-4def-8123-456789abcdef';

it('builds addresses of tickets and mails, regardless of case', () => {
  const [ticket, bounce] = [ticketAddress('support@shop.example', TOKEN), bounceAddress('support@shop.example', KEY)];
  expect(ticket).toBe(`support+${TOKEN}@shop.example`);
  expect(ourTags('support@shop.example', [ticket.toUpperCase(), bounce, 'support@shop.example'])).toEqual({
    tokens: [TOKEN],
    mailKeys: [KEY],
  });
});

it.each([
  `support+${TOKEN}@evil.example`,
  `help+${TOKEN}@shop.example`,
  `support+${TOKEN}0@shop.example`,
  'support+@shop.example',
  'x',
])('extracts nothing from %s', (recipient) =>
  expect(ourTags('support@shop.example', [recipient])).toEqual({ tokens: [], mailKeys: [] }),
);

it('parses keys of mails and ids of tickets', () => {
  expect(ourMailKeys([`<${KEY.toUpperCase()}@shop.example>`, '<x@y>', `<${KEY}@other.example>`])).toEqual([KEY]);
  expect(['Re: [#12] It hangs', '[#0]', '[#99999999999]', '#12', '[# 12]'].map(ticketInSubject)).toEqual([
    12,
    null,
    null,
    null,
    null,
  ]);
});
