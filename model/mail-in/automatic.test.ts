import { expect, test } from 'vitest';
import { kindOfMail, type MailKind } from './automatic.ts';

const mail = (subject: string, headers: Record<string, string>, from: string | null = 'ada@example.org') => ({
  ...{ messageId: null, answers: [], recipients: [], subject, from },
  headers: Object.entries(headers).map(([name, value]) => [name, value] as const),
});

/** Each line: kind, subject, headers, address of the sender. A new form is one line. */
const FORMS: [MailKind, string, Record<string, string>, string?][] = [
  ['person', 'Re: [#7] It hangs', { 'auto-submitted': 'no' }],
  ['person', 'Automated backups fail', { precedence: 'first-class' }],
  ['person', 'Out of memory', { 'return-path': '<ada@example.org>', 'content-type': 'multipart/mixed; boundary=report' }],
  ['person', 'Re: It hangs', { 'x-auto-response-suppress': 'None' }],
  ['no-reply', 'Re: It hangs', { 'auto-submitted': 'auto-generated; x=1' }],
  ['no-reply', 'Re: It hangs', { 'x-auto-response-suppress': 'DR, OOF, AutoReply' }],
  ['no-reply', 'Re: It hangs', { 'x-auto-response-suppress': 'All' }],
  ['no-reply', 'Re: It hangs', { 'x-zammad-send-auto-response': 'no' }],
  ['no-reply', 'Re: It hangs', { precedence: 'bulk' }],
  ['no-reply', 'Re: It hangs', { precedence: 'junk' }],
  ['no-reply', 'Re: It hangs', { precedence: 'list' }],
  ['no-reply', 'Re: It hangs', { 'list-id': '<ops.example.org>' }],
  ['no-reply', 'via group', { 'list-id': '<it.kunde.example>', precedence: 'list', 'mailing-list': 'list it@kunde.example' }],
  ['own', 'It hangs', { 'x-innkeeper-mail': 'yes' }],
  ['own', 'It hangs', { 'x-innkeeper-mail': 'yes', 'list-id': '<ops.example.org>' }],
  ['auto-reply', 'Re: It hangs', { 'auto-submitted': 'auto-replied' }],
  ['auto-reply', 'Re: It hangs', { 'auto-submitted': 'auto-notified' }],
  ['auto-reply', 'Re: It hangs', { 'auto-submitted': 'auto-replied', 'list-id': '<ops.example.org>', precedence: 'bulk' }],
  ['auto-reply', 'Re: It hangs', { precedence: 'auto_reply' }],
  ['auto-reply', 'Re: It hangs', { 'x-autoreply': 'yes' }],
  ['auto-reply', 'Re: It hangs', { 'x-autoreply': 'yes', precedence: 'bulk' }],
  ['auto-reply', 'Automatic reply: It hangs', {}],
  // Outlook marks a holiday notice like an alarm. Only its subject shows the difference.
  ['auto-reply', 'Automatic reply: It hangs', { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' }],
  ['auto-reply', 'Автоматический ответ: It hangs', { 'auto-submitted': 'auto-generated' }],
  ['auto-reply', 'Otomatik yanıt: It hangs', { 'auto-submitted': 'auto-generated' }],
  ['auto-reply', '자동 회신: It hangs', { 'auto-submitted': 'auto-generated' }],
  ['auto-reply', 'Abwesenheitsnotiz: It hangs', {}],
  ['auto-reply', 'Réponse automatique : It hangs', {}],
  ['auto-reply', 'Автоответ: It hangs', {}],
  ['auto-reply', '自動返信: It hangs', {}],
  ['bounce', 'Undelivered Mail Returned to Sender', { 'return-path': '<>' }],
  ['bounce', 'Re: It hangs', { 'return-path': '<>', 'list-id': '<ops.example.org>' }],
  ['bounce', 'Re: It hangs', { 'content-type': 'multipart/report; report-type=delivery-status' }],
  ['bounce', 'Delivery failed', {}, 'mailer-daemon@mx.example.org'],
  ['bounce', 'Delivery failed', { 'x-failed-recipients': 'ada@example.org' }],
];

test.each<(typeof FORMS)[number]>(FORMS)('%s: %s %j', (kind, subject, headers, from) =>
  expect(kindOfMail(mail(subject, headers, from))).toBe(kind),
);
