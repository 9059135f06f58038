import { describe, expect, it } from 'vitest';
import { kindOfMail, type MailKind } from './automatic.ts';

const mail = (subject: string, headers: Record<string, string>, from: string | null = 'ada@example.org') => ({
  ...{ messageId: null, answers: [], recipients: [], subject, from },
  headers: Object.entries(headers).map(([name, value]) => [name, value] as const),
});

describe('kindOfMail', () => {
  it.each<[MailKind, string, Record<string, string>, string?]>([
    ['person', 'Re: [#7] It hangs', { 'auto-submitted': 'no' }],
    ['person', 'Automated backups fail', { precedence: 'first-class' }],
    ['person', 'Out of memory', { 'return-path': '<ada@example.org>', 'content-type': 'multipart/mixed; boundary=report' }],
    ['own', 'It hangs', { 'x-innkeeper-mail': 'yes' }],
    ['auto-reply', 'Re: It hangs', { 'auto-submitted': 'auto-replied' }],
    ['auto-reply', 'Re: It hangs', { 'auto-submitted': 'auto-generated; x=1' }],
    ['auto-reply', 'Re: It hangs', { 'x-auto-response-suppress': 'DR, OOF, AutoReply' }],
    ['auto-reply', 'Re: It hangs', { precedence: 'bulk' }],
    ['auto-reply', 'Re: It hangs', { precedence: 'auto_reply' }],
    ['auto-reply', 'Re: It hangs', { 'x-autoreply': 'yes' }],
    ['auto-reply', 'Re: It hangs', { 'x-zammad-send-auto-response': 'no' }],
    ['auto-reply', 'Automatic reply: It hangs', {}],
    ['auto-reply', 'Abwesenheitsnotiz: It hangs', {}],
    ['auto-reply', 'Réponse automatique : It hangs', {}],
    ['auto-reply', 'Автоответ: It hangs', {}],
    ['auto-reply', '自動返信: It hangs', {}],
    ['list', 'Re: It hangs', { 'list-id': '<ops.example.org>' }],
    ['list', 'Re: It hangs', { precedence: 'list' }],
    ['bounce', 'Undelivered Mail Returned to Sender', { 'return-path': '<>' }],
    ['bounce', 'Re: It hangs', { 'content-type': 'multipart/report; report-type=delivery-status' }],
    ['bounce', 'Delivery failed', {}, 'mailer-daemon@mx.example.org'],
    ['bounce', 'Delivery failed', { 'x-failed-recipients': 'ada@example.org' }],
  ])('%s: %s %j', (kind, subject, headers, from) => expect(kindOfMail(mail(subject, headers, from))).toBe(kind));
});
