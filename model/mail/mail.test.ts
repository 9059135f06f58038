import { EXAMPLE_FRAME } from '@innkeeper/lab/mail-example-frame';
import { MAIL_EXAMPLES, MORE_MAIL_EXAMPLES } from '@innkeeper/lab/mail-examples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DECLINED, FAILURE_REASONS } from '../payments/failure-reasons.ts';
import { money } from './de/words.ts';
import type { MailFrame } from './frame.ts';
import { renderMail } from './render.ts';
import type { MailData, MailTexts } from './templates.ts';
import { framedMail, MAIL_TEMPLATES, mailText } from './texts.ts';

const until = Date.UTC(2026, 0, 31, 10, 20);
const DATA = MAIL_EXAMPLES;

describe('mailText', () => {
  it('names what expires, when, and which orders wait', () => {
    const { subject, text } = renderMail(mailText('renewal-reminder', DATA['renewal-reminder'], 'en'));
    expect(subject).toBe('Renew web-1 before 2026-01-31 10:20 UTC');
    expect(text).toContain('- web-1: 2026-01-31 10:20 UTC');
    expect(text).toContain('- Order 7: 12.00 EUR');
  });
  it('says who asks for which approval, and how to decide', () => {
    const { subject, text } = renderMail(mailText('approval-waiting', DATA['approval-waiting'], 'en'));
    expect(subject).toBe('Request 7 needs your approval: credit to account 12, 500.00 EUR');
    expect(text).toContain('Reason given: For the outage.');
    expect(text).toContain('- ./innkeeper approval approve 7');
    const none = { ...DATA['approval-waiting'], amount: null, account: null, reason: null, details: [] };
    const without = renderMail(mailText('approval-waiting', none, 'en'));
    expect(without.subject).toBe('Request 7 needs your approval: credit to an account');
    expect(without.text).not.toMatch(/null|Customer|Amount|Details|Reason given/);
  });
  it('shows a request for approval in one order, in each mail about it, and what mails of earlier versions have', () => {
    const request = {
      ...{ approval: 8, operation: 'endService', amount: '5.00 EUR', account: 12, details: ['service: 12'] },
      ...{ customer: 'Ada', email: 'ada@example.org', about: ['web-1'], requester: 'Ann', until },
    };
    const given = 'It sends spam.';
    const shown = (['approval-waiting', 'approval-void', 'approval-decided', 'approval-expired'] as const).map((name) => {
      const reasons = name === 'approval-waiting' ? { reason: given } : { given, reason: 'No.' };
      const { text } = renderMail(mailText(name, { ...DATA[name], ...request, ...reasons } as never, 'en'));
      return text.split('\n').filter((line) => /^[A-Z][a-z]+(?: [a-z]+)?: /.test(line) && !line.startsWith('Request 8'));
    });
    const labels = ['Request', 'Customer', 'Amount', 'Concerns', 'Details', 'Reason given', 'Requested by', 'Deadline'];
    for (const lines of shown) expect(lines.map((line) => line.split(':')[0])).toEqual(labels);
    const earlier = { approval: 7, operation: 'endService', amount: null, account: 12, details: ['service: 12'], reason: 'No.' };
    const { text } = renderMail(mailText('approval-void', earlier, 'en'));
    expect(text).toContain('Customer: account 12\nDetails: service: 12\n');
    expect(text).not.toMatch(/undefined|null|Deadline|Requested by/);
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

describe('German', () => {
  const STAFF = ['approval-waiting', 'approval-void', 'approval-decided', 'approval-expired', 'operator-alerts'];
  it.each(MAIL_TEMPLATES)('exists for customers: %s', (template) => {
    const { language, subject } = mailText(template, DATA[template] as never, 'de');
    expect(language).toBe(STAFF.includes(template) ? 'en' : 'de');
    const isTicket = template === 'ticket-answered' || template === 'ticket-received';
    if (!isTicket && language === 'de') expect(subject).not.toBe(mailText(template, DATA[template] as never, 'en').subject);
  });
  it('formats times and amounts', () => {
    const { text } = renderMail(mailText('order-waiting', DATA['order-waiting'], 'de'));
    expect(text).toContain('bis 31.01.2026, 10:20 UTC');
    expect(text).toContain('Gesamt: 1.469,13 EUR');
    expect([money('-1234567.05 EUR'), money('0.50 EUR'), money('viel')]).toEqual(['-1.234.567,05 EUR', '0,50 EUR', 'viel']);
  });
});

describe('texts of renewals', () => {
  const text = (name: string, language = 'en') => {
    const { template, data } = MORE_MAIL_EXAMPLES[name] ?? expect.fail();
    return renderMail(mailText(template, data as never, language)).text;
  };
  it('name the first end as the deadline, to the minute, and not a rounded count of days', () => {
    const end = Date.UTC(2026, 0, 31, 10, 20, 59);
    const services = [
      { name: 'web-2', until: end + 3_600_000 },
      { name: 'web-1', until: end },
    ];
    const subject = (isLate: boolean, language: string) =>
      mailText('renewal-due', { ...DATA['renewal-due'], services, isLate }, language).subject;
    expect(subject(false, 'en')).toBe('Pay the renewal of 2 services before 2026-01-31 10:20 UTC');
    expect(subject(false, 'de')).toBe('Bitte bezahlen Sie die Verlängerung von 2 Diensten vor dem 31.01.2026, 10:20 UTC');
    expect(subject(true, 'en')).toBe('Pay the renewal of 2 services now');
    expect(subject(true, 'de')).toBe('Bitte bezahlen Sie jetzt die Verlängerung von 2 Diensten');
    const reminder = { ...DATA['renewal-reminder'], services };
    expect(mailText('renewal-reminder', reminder, 'en').subject).toBe('Renew 2 services before 2026-01-31 10:20 UTC');
    expect(mailText('renewal-reminder', reminder, 'de').subject).toContain('vor dem 31.01.2026, 10:20 UTC');
  });
  it('ask to renew by hand only if nothing renews automatically', () => {
    expect(text('renewal-due-by-hand')).toContain('Renew by hand');
    expect(text('renewal-due-by-hand', 'de')).toContain('von Hand');
    for (const name of ['renewal-due-card', 'renewal-due-balance', 'renewal-ahead-card', 'renewal-ahead-order'])
      for (const language of ['en', 'de']) expect(text(name, language)).not.toMatch(/by hand|von Hand/);
  });
  it('do not say that money is missing if the balance is sufficient', () => {
    for (const language of ['en', 'de']) {
      const pay = { by: 'balance', missing: '0.00 EUR' } as const;
      const mails = [
        mailText('order-waiting', { ...DATA['order-waiting'], pay }, language),
        mailText('renewal-due', { ...DATA['renewal-due'], pay }, language),
      ];
      for (const mail of mails) expect(renderMail(mail).text).not.toMatch(/0[.,]00 EUR\. |lacks|fehlen/);
    }
  });
  it('do not suggest the card that failed, but other ways', () => {
    for (const name of ['renewal-due-failed-card', 'services-suspended-failed-card', 'termination-ahead-failed-card']) {
      expect(text(name)).toMatch(/could not charge your card ending in 4242\. Please pay with another card/);
      expect(text(name, 'de')).toMatch(/Karte mit der Endung 4242 nicht abbuchen\. Bitte bezahlen Sie mit einer anderen Karte/);
      for (const language of ['en', 'de'])
        expect(text(name, language)).not.toMatch(/pay with your card|mit Ihrer Karte|do not need/);
    }
    expect(text('services-suspended-failed-card')).toContain('IBAN: DE89 3704 0044 0532 0130 00');
    expect(text('termination-ahead-failed-card')).toContain('another card or from your balance.');
    expect(text('termination-ahead-failed-card')).not.toMatch(/transfer/);
    const pay = { by: 'failed-card', digits: '4242', transfer: true } as const;
    expect(renderMail(mailText('renewal-due', { ...DATA['renewal-due'], pay }, 'en')).text).toContain('by bank transfer');
    expect(text('renewal-due-failed-card')).toContain('Pay order 7');
  });
  it('ask for no payment if a card pays', () => {
    expect(text('renewal-due-card')).toContain('We charge your card ending in 4242.');
    expect(text('renewal-due-card')).not.toMatch(/transfer|Pay order|switched off/);
  });
});

describe('rows of earlier versions', () => {
  it.each(['en', 'de'])('are rendered without the newer fields: %s', (language) => {
    const failed = { order: 7, amount: '12.00 EUR', reason: 'No.' };
    const suspended = { services: [{ name: 'web-1', until }], ends: until };
    const texts = [
      framedMail('charge-failed', failed, language, EXAMPLE_FRAME),
      framedMail('services-suspended', suspended, language, EXAMPLE_FRAME),
    ].map(({ text, html }) => text + html);
    for (const text of texts) expect(text).not.toMatch(/undefined|null|NaN|<a /);
  });
});

describe('the reason of a failed charge', () => {
  const failed = { order: 7, amount: '12.00 EUR', reason: DECLINED };
  const german = (data: MailData['charge-failed']) => renderMail(mailText('charge-failed', data, 'de')).text;
  it.each(Object.entries(FAILURE_REASONS))('is translated by its code: %s', (code, reason) => {
    expect(german({ ...failed, code, reason })).toMatch(/nicht abbuchen: [A-ZÜ][^:]+[a-zü]\./);
    expect(german({ ...failed, code, reason })).not.toContain(reason);
    expect(renderMail(mailText('charge-failed', { ...failed, code, reason }, 'en')).text).toContain(reason);
  });
  it('is a decline for the codes of banks, and left out by a mail of an earlier version', () => {
    expect(german({ ...failed, code: 'generic_decline' })).toContain('nicht abbuchen: Die Bank hat die Karte abgelehnt.');
    expect(german(failed)).toContain('nicht abbuchen.');
    expect(german(failed)).not.toContain(DECLINED);
  });
  it('and labels of our own are in the language of the reader', () => {
    const { template, data } = MORE_MAIL_EXAMPLES['order-waiting-deposit'] ?? expect.fail();
    expect(renderMail(mailText(template, data as never, 'de')).text).toMatch(/^- Guthabenaufladung: 50,00 EUR$/m);
    expect(renderMail(mailText(template, data as never, 'en')).text).toMatch(/^- Deposit: 50.00 EUR$/m);
  });
});

describe('the frame', () => {
  const paid = (frame: Partial<MailFrame>, data = DATA['order-paid']) =>
    framedMail('order-paid', data, 'en', { ...EXAMPLE_FRAME, ...frame });
  it('names the brand, the seller, its VAT number and the reason', () => {
    const { text, html } = paid({ role: 'billing' });
    for (const part of [text, html]) {
      expect(part).toContain('Harbour Hosting GmbH, Am Hafen 1, 20457 Hamburg, Germany');
      expect(part).toContain('VAT number: DE123456789');
      expect(part).toContain('because you look after the bills of account 7 at Harbour Hosting.');
    }
    expect(html).toMatch(/<h1[^>]*>Harbour Hosting<\/h1>/);
    expect(paid({ seller: null }).text).toContain('\n-- \nHarbour Hosting\n');
  });
  it('links the switch only of a mail that can be muted, for a member, if there is a page', () => {
    const renewed = { ...DATA['order-paid'], renewed: [{ name: 'web-1', until }] };
    const link = 'https://panel.example.com/profile';
    expect(paid({}, renewed).text).toContain(link);
    expect(paid({}).text).not.toContain(link);
    expect(paid({ role: null }, renewed).text).not.toContain(link);
    expect(paid({ pageUrl: null }, renewed).text).not.toContain('/profile');
  });
  it('names attached documents, or links the page of documents', () => {
    const names = ['invoice-2026-12.pdf'];
    expect(paid({ documents: { names, attached: true } }).text).toContain('Attached: invoice-2026-12.pdf');
    expect(paid({ documents: { names, attached: false } }).text).toContain('https://panel.example.com/invoices');
    expect(paid({ documents: { names, attached: false }, pageUrl: null }).text).not.toContain('documents');
  });
  it.each([
    ['sign-up', 'this address was given to Harbour Hosting'],
    ['two-factor-reset', 'it concerns your user'],
    ['ticket-received', 'you are in contact with the support'],
    ['operator-alerts', 'this address receives the alerts'],
  ] as const)('gives the reason of %s', (template, reason) => {
    const none = { ...EXAMPLE_FRAME, account: null, role: null };
    expect(framedMail(template, DATA[template] as never, 'en', none).text).toContain(reason);
  });
  it('knows the technical contact, and a former member', () => {
    expect(paid({ role: null, isUser: false }).text).toContain('the technical contact of account 7');
    expect(paid({ role: null }).text).toContain('you were a member of account 7');
  });
});

describe('renderMail', () => {
  it('puts the mark of answers first', () => {
    const { text, html } = framedMail('ticket-answered', DATA['ticket-answered'], 'de', EXAMPLE_FRAME);
    expect(text).toMatch(/^-- Bitte antworten Sie oberhalb dieser Zeile --\n/);
    expect(html).toMatch(/<div[^>]*><p class="innkeeper-reply-above/);
  });
  it.each(['javascript:alert(1)', '', '//example.com'])('renders no link %j', (page) => {
    const { text, html } = renderMail(mailText('order-waiting', { ...DATA['order-waiting'], page }, 'en'));
    expect(`${text}${html}`).not.toMatch(/<a |Pay order 7/);
  });
  it('loads nothing from elsewhere', () => {
    const { html } = framedMail('order-waiting', DATA['order-waiting'], 'en', EXAMPLE_FRAME);
    expect(html).not.toMatch(/<(?:img|link|script|iframe)|url\(|@import|src=/);
  });
  it.each(['en', 'de'])('escapes customer text, and keeps a header on one line: %s', (language) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('<b>', '"', '\r\nBcc: a@b.c', '\u2028', '&'), (some, nasty) => {
        const name = `${some}${nasty}${some}`;
        const services = [{ name, until }];
        const lines = [{ label: name, detail: name, amount: name }];
        const mails = [
          framedMail('services-suspended', { services, ends: until }, language, EXAMPLE_FRAME),
          framedMail('order-paid', { ...DATA['order-paid'], lines, renewed: services }, language, {
            ...EXAMPLE_FRAME,
            documents: { names: [name], attached: true },
          }),
          framedMail('server-ready', { ...DATA['server-ready'], page: `https://example.com/${name}` }, language, EXAMPLE_FRAME),
        ];
        for (const { subject, text, html } of mails) {
          expect(subject).not.toMatch(/[\r\n\p{Cc}\u2028]/u);
          expect(text).not.toContain('\r');
          const content = html.replace(/<style>.*?<\/style>/, '').replace(TAGS, '');
          expect(content).not.toMatch(/[<>"]/);
        }
      }),
    );
  });
});

const TAGS = /<\/?(?:html|head|title|body|div|h1|p|ul|li|table|tr|t[dh]|span|a|meta|!doctype)(?: (?:[a-z]+="[^"<>]*"|html))*>/g;
