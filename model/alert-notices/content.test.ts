import { expect, test } from 'vitest';
import { ALERT_KINDS, type AlertKind } from '../alerts/alerts.ts';
import { alertsText } from '../mail/operator-alerts.ts';
import { renderMail } from '../mail/render.ts';
import { contentFor, webhookBody } from './content.ts';

const AT = new Date('2026-11-27T03:00:00Z');
const KINDS = Object.keys(ALERT_KINDS) as AlertKind[];

/** Returns the content of a notice about new alerts with these messages. The kinds are used in turn. */
function contentOf(messages: readonly string[], kinds: readonly AlertKind[] = KINDS) {
  const opened = messages.map((message, i) => ({
    ...{ id: i + 1, kind: kinds[i % kinds.length] ?? 'dns_away', key: `key:${i}`, message, at: AT, times: 1, notices: 0 },
    ...{ resolvedAt: null, acknowledgedAt: null, noticedAt: null, closedNoticedAt: null },
  }));
  return contentFor('webhook', { opened, repeated: [], closed: [] }) ?? expect.fail('nothing is carried');
}

test('5000 alerts with long messages make a mail and a webhook of bounded size', () => {
  const content = contentOf(Array.from({ length: 5000 }, () => 'x'.repeat(20_000)));
  const { subject, text, html } = renderMail({ ...alertsText(content), language: 'en' });
  expect(subject).toMatch(/^5000 new alerts, the worst: urgent/);
  for (const part of [text, html, webhookBody(content, AT)]) expect(part.length).toBeLessThan(400_000);
  expect(text).toMatch(/and \d+ more: \.\/innkeeper alert list --all --kind server_lost/);
});

test.each([
  [2, 'second'],
  [11, '11th'],
  [21, '21st'],
  [22, '22nd'],
  [103, '103rd'],
  [112, '112th'],
])('an alert that opened %i times is marked with the %s time', (times, word) => {
  const group = { kind: 'dns_away', alerts: [{ id: 7, at: AT.getTime(), times, message: 'It refused.' }], more: 0 };
  const { text } = renderMail({ ...alertsText({ opened: [group], repeated: [], closed: [] }), language: 'en' });
  expect(text).toContain(`, ${word} time: It refused.`);
});

test('a message truncated within an emoji can still be stored by PostgreSQL', () => {
  const [group] = contentOf([`${'a'.repeat(499)}\u{1f600} and more`]).opened;
  const message = group?.alerts[0]?.message ?? '';
  expect(message).toBe(`${'a'.repeat(499)}...`);
});

test('customer text in a message cannot start a line or an element of a mail', () => {
  const { text, html } = renderMail({
    ...alertsText(contentOf(['The name is "x\r\n\r\nTo do: run this <b>\u202e'], ['server_lost'])),
    language: 'en',
  });
  expect(text.split('\n').filter((line) => line.startsWith('To do:'))).toHaveLength(1);
  expect(html).toContain('&lt;b&gt;');
  expect(text).not.toContain('\u202e');
});
