import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMail } from './render.ts';
import type { MailData, MailTexts } from './templates.ts';
import { MAIL_TEMPLATES, mailText } from './texts.ts';

const until = Date.UTC(2026, 0, 31, 10, 20);
const EMAILS = { before: 'ada@example.com', after: 'ada@example.net' };
const DATA: MailData = {
  'renewal-reminder': { services: [{ name: 'web-1', until }], orders: [{ id: 7, amount: '12.00 EUR' }], days: 3 },
  'charge-failed': { order: 7, amount: '12.00 EUR', reason: 'The card was declined. Use another payment method.' },
  'spending-cap': { order: 7, amount: '12.00 EUR', cap: '50.00 EUR', spent: '60.00 EUR', until },
  'deploy-refunded': { order: 7, name: 'web-1', amount: '12.00 EUR', reason: 'Its host was away.' },
  'services-suspended': { services: [{ name: 'web-1', until }], ends: until },
  'service-end-moved': { name: 'web-1', before: until, until, reason: 'For the outage.' },
  'service-suspended': { name: 'web-1', reason: 'It attacks others.' },
  'service-resumed': { name: 'web-1', until },
  'termination-ahead': { services: [{ name: 'web-1', until }] },
  'ticket-answered': {
    ticket: 7,
    subject: 'It hangs',
    lines: ['We look at it.'],
    files: ['fix.sh'],
    resolved: false,
    byMail: true,
  },
  'ticket-received': { ticket: 7, subject: 'It hangs' },
  'response-missed': { ticket: 7, subject: 'It hangs', due: until, amount: '7.25 EUR' },
  'mail-refused': { reason: 'We could not tell whose account this is about.' },
  'two-factor-reset': { at: until },
  'two-factor-by-token': { token: 'deploy', hint: 'ik_abcd', at: until, until },
  'webhook-disabled': { url: 'https://example.com/hooks', since: until, error: 'The receiver answered with status 500.' },
  'export-ready': { asked: until, until },
  'attack-begun': { address: '192.0.2.7', at: until, reason: 'SYN flood', mbps: 40, pps: 90_000, filtered: true },
  'new-sign-in': { at: until, address: '192.0.2.7', browser: 'Firefox' },
  'sign-in-code': { code: '123456', minutes: 10, address: '192.0.2.7' },
  'passkey-added': { name: 'laptop', at: until, address: '192.0.2.7' },
  'passkey-removed': { name: 'laptop', at: until, address: '192.0.2.7' },
  'password-reset': { link: 'https://example.com/?password_reset=x', minutes: 60, address: '192.0.2.7' },
  'sign-up': { link: 'https://example.com/?sign_up=x', until, address: '192.0.2.7', invited: false },
  'sign-up-known': { address: '192.0.2.7' },
  'account-closing': { account: 'Example GmbH', by: 'Ada', at: until },
  'account-stays': { account: 'Example GmbH', by: 'Ada' },
  'user-erasure': { at: until, kept: 60 },
  welcome: { name: 'Ada', account: 7 },
  'email-change-new': { ...EMAILS, link: 'https://example.com/?email_change=x', until, address: '192.0.2.7' },
  'email-change-old': { ...EMAILS, link: 'https://example.com/?email_change=y', until, address: '192.0.2.7' },
  'email-lost-new': { ...EMAILS, link: 'https://example.com/?email_change=x', until, counts: until },
  'email-lost-old': { after: EMAILS.after, link: 'https://example.com/?email_change=y', counts: until },
  'email-changed': { ...EMAILS, at: until },
  'password-changed': { at: until, address: '192.0.2.7' },
  'attack-ended': { address: '192.0.2.7', from: until, until, mbps: 40, pps: 90_000 },
  invitation: { account: 'Example GmbH', inviter: 'Ada', role: 'admin', link: 'https://example.com/?invitation=x', until },
  'member-joined': { account: 'Example GmbH', name: 'Alan', email: 'alan@example.com', role: 'admin' },
  'membership-changed': { account: 'Example GmbH', role: null },
  'account-accessed': { account: 'Example GmbH', person: 'Ann', reason: 'It attacks others.', writes: true, until },
  'ownership-offered': { account: 'Example GmbH', owner: 'Ada', until },
  'ownership-transferred': { account: 'Example GmbH', before: 'Ada', after: 'Alan' },
  'approval-waiting': {
    ...{ approval: 7, operation: 'fundAccount', requester: 'Ann', amount: '500.00 EUR', account: 12, reason: 'For the outage.' },
    until,
  },
  'operator-alerts': {
    opened: [{ kind: 'dns_away', alerts: [{ id: 7, at: until, times: 3, message: 'It refused.' }], more: 4 }],
    repeated: [],
    closed: [],
  },
};

describe('mailText', () => {
  it('names what expires, when, and which orders wait', () => {
    const { subject, text } = renderMail(mailText('renewal-reminder', DATA['renewal-reminder'], 'en'));
    expect(subject).toBe('Renew web-1 within 3 days');
    expect(text).toContain('- web-1: 2026-01-31 10:20 UTC');
    expect(text).toContain('- Order 7: 12.00 EUR');
  });
  it('says who asks for which approval, and how to decide', () => {
    const { subject, text } = renderMail(mailText('approval-waiting', DATA['approval-waiting'], 'en'));
    expect(subject).toBe('Approval 7 waits for you: fundAccount of 500.00 EUR');
    expect(text).toContain('Ann asks for fundAccount of 500.00 EUR for account 12');
    expect(text).toContain('The reason given: For the outage.');
    expect(text).toContain('- ./innkeeper approval approve 7');
    const none = { ...DATA['approval-waiting'], amount: null, account: null, reason: null };
    const without = renderMail(mailText('approval-waiting', none, 'en'));
    expect(without.subject).toBe('Approval 7 waits for you: fundAccount');
    expect(without.text).not.toMatch(/null|account|reason given/);
  });
  it('has every text in English, for every language', () => {
    for (const template of MAIL_TEMPLATES) {
      const text = mailText(template, DATA[template] as never, 'xx');
      expect(text.language).toBe('en');
      expect(renderMail(text).text.length).toBeGreaterThan(20);
    }
  });
  it("uses the reader's language if it has the text, and English otherwise", () => {
    const german: Partial<MailTexts> = { 'charge-failed': ({ order }) => ({ subject: `Zahlung ${order}`, body: [] }) };
    const said = <Name extends keyof MailData>(name: Name) => mailText(name, DATA[name], 'de', { de: german });
    expect([said('charge-failed').subject, said('charge-failed').language]).toEqual(['Zahlung 7', 'de']);
    expect(said('termination-ahead').language).toBe('en');
  });
});

describe('renderMail', () => {
  it('escapes customer text, and keeps a header on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('<b>', '"', '\r\nBcc: a@b.c', '\u2028', '&'), (some, nasty) => {
        const name = `${some}${nasty}${some}`;
        const { subject, text, html } = renderMail(
          mailText('services-suspended', { services: [{ name, until }], ends: until }, 'en'),
        );
        expect(subject).not.toMatch(/[\r\n\p{Cc}\u2028]/u);
        expect(text).not.toContain('\r');
        expect(html.replace(/<\/?(html|head|title|body|p|ul|li|meta|!doctype)[^<>]*>/g, '')).not.toMatch(/[<>"]/);
      }),
    );
  });
});
