/** Tests that German mails translate our stored sentences by their codes, and keep sentences without a known code. */
import { EXAMPLE_FRAME } from '@innkeeper/lab/mail-example-frame';
import { expect, test } from 'vitest';
import { endedBeforePaid, hasSmallerPlan, refundActOf, refundReasonOf, wasCancelled } from '../services/refund-reasons.ts';
import type { MailData, MailTemplate } from './templates.ts';
import { framedMail } from './texts.ts';

const german = <Name extends MailTemplate>(template: Name, data: MailData[Name]): string =>
  framedMail(template, data as never, 'de', EXAMPLE_FRAME).text;

const refund = (reason: string, why: MailData['order-refunded']['why']) =>
  german('order-refunded', { order: 7, amount: '12.00 EUR', reason, why, to: { by: 'balance' }, notes: [], page: null });

test('the reason of a refund', () => {
  const ended = endedBeforePaid('Micro');
  expect(refund(ended, refundReasonOf(ended))).toContain('Der Grund: Micro: Der Dienst endete, bevor');
  const ofAct = (why: string) => refund('In English.', refundActOf(why)?.why);
  expect(ofAct(hasSmallerPlan('web-1'))).toContain('Der Grund: web-1 hat einen kleineren Plan.');
  expect(ofAct('Backups of web-1 is smaller')).toContain('Der Grund: Addons von web-1 wurden verkleinert.');
  expect(ofAct(wasCancelled('floating IP'))).toContain('Der Grund: Die Floating IP wurde vor dem Ablauf gekündigt.');
  expect(refund('Sorry for the outage.', null)).toContain('Der Grund: Sorry for the outage.');
  expect(refund('Of an earlier version.', undefined)).toContain('Der Grund: Of an earlier version.');
  expect(refund('Of a later version.', { code: 'unheard_of' as 'not_built', label: null })).toContain('Of a later version.');
});

test('the last error of a webhook', () => {
  const error = 'The receiver refused the connection.';
  const disabled = (failure: MailData['webhook-disabled']['failure']) =>
    german('webhook-disabled', { url: 'https://example.com/hooks', since: 0, error, failure });
  expect(disabled({ code: 'refused', detail: null })).toContain('Der Empfänger hat die Verbindung abgelehnt.');
  expect(disabled({ code: 'no_reply', detail: '1.5' })).toContain('Innerhalb von 1,5 Sekunden');
  for (const failure of [undefined, null, { code: 'unheard_of' as 'refused', detail: null }])
    expect(disabled(failure)).toContain(`Der letzte Fehler: ${error}`);
});

test('the name of an attack', () => {
  const begun = (pattern: MailData['attack-begun']['pattern']) =>
    german('attack-begun', { address: '192.0.2.7', at: 0, reason: 'Volume', pattern, mbps: 1, pps: 1, filtered: true });
  expect(begun('volume')).toContain('Mehr Daten, als der Anschluss befördern kann');
  for (const pattern of [undefined, 'unheard_of' as 'volume']) expect(begun(pattern)).toContain(': Volume, bisher');
});
