import { MAIL_EXAMPLES } from '@innkeeper/lab/mail-examples';
import { expect, it } from 'vitest';
import { MAIL_SWITCHES, switchOf } from './switches.ts';
import { MAIL_TEMPLATES } from './texts.ts';

it('covers these mails, and no other', () => {
  const covered = MAIL_TEMPLATES.flatMap((template) => switchOf(template, MAIL_EXAMPLES[template] as never) ?? []);
  expect(covered.sort()).toEqual(['deposit', 'renewal-ahead', 'server-ready']);
});

it('covers the payment of a renewal, and of no other order', () => {
  const paid = MAIL_EXAMPLES['order-paid'];
  expect(switchOf('order-paid', paid)).toBeNull();
  expect(switchOf('order-paid', { ...paid, renewed: [{ name: 'web-1', until: 0 }] })).toBe('renewed');
  expect(MAIL_SWITCHES).toContain('renewed');
});
