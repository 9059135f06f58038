import { MAIL_EXAMPLES } from '@innkeeper/lab/mail-examples';
import { expect, it } from 'vitest';
import { MUTED_MAILS, mutedBy } from './muted.ts';
import { MAIL_TEMPLATES } from './texts.ts';

it('covers these mails, and no other', () => {
  const covered = MAIL_TEMPLATES.flatMap((template) => mutedBy(template, MAIL_EXAMPLES[template] as never) ?? []);
  expect(covered.sort()).toEqual(['deposit', 'renewal-ahead', 'server-ready']);
});

it('covers the payment of a renewal, and of no other order', () => {
  const paid = MAIL_EXAMPLES['order-paid'];
  expect(mutedBy('order-paid', paid)).toBeNull();
  expect(mutedBy('order-paid', { ...paid, renewed: [{ name: 'web-1', until: 0 }] })).toBe('renewed');
  expect(MUTED_MAILS).toContain('renewed');
});
