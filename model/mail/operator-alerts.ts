/** Text of an alert notice to the operator. */

import { type AlertGroup, countAlerts, type ListedAlert, type NoticeContent } from '../alert-notices/content.ts';
import { guideOf, meaningOf } from '../alerts/alert-meanings.ts';
import type { MailText } from './text.ts';

const minute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export function alertsText({ opened, repeated, closed }: NoticeContent): MailText {
  return {
    subject: subjectOf({ opened, repeated, closed }),
    body: [
      ...section('New alerts', opened, describeOpen),
      ...section('Still open', repeated, describeOpen),
      ...section('Closed', closed, ({ kind, alerts, more }) => [`${kind}:`, itemsOf(kind, alerts, more)]),
      ...(opened.length + repeated.length > 0
        ? [
            'List all with ./innkeeper alert list. Alerts that nobody acknowledges are sent again, less and less often. ./innkeeper alert acknowledge with the number of an alert ends that.',
          ]
        : []),
    ],
  };
}

export const TEST_TEXT: MailText = {
  subject: 'Test of alerts',
  body: ['You asked for this mail with ./innkeeper alert test. Alerts of Innkeeper reach this address.'],
};

function section(
  title: string,
  groups: readonly AlertGroup[],
  describe: (group: AlertGroup) => MailText['body'],
): MailText['body'] {
  return groups.length === 0 ? [] : [`${title} (${countAlerts(groups)})`, ...groups.flatMap(describe)];
}

function describeOpen({ kind, alerts, more }: AlertGroup): MailText['body'] {
  const { class: urgency, meaning, action } = meaningOf(kind);
  return [`${urgency.toUpperCase()}  ${kind}: ${meaning}`, `To do: ${action} See ${guideOf(kind)}`, itemsOf(kind, alerts, more)];
}

function itemsOf(kind: string, alerts: readonly ListedAlert[], more: number): string[] {
  return [
    ...alerts.map(
      ({ id, at, times, message }) =>
        `Alert ${id}, since ${minute(at)}${times > 1 ? `, ${ordinal(times)} time` : ''}: ${message}`,
    ),
    ...(more > 0 ? [`and ${more} more: ./innkeeper alert list --all --kind ${kind}`] : []),
  ];
}

/** Returns a subject with the number of alerts and the most urgent one. */
function subjectOf({ opened, repeated, closed }: NoticeContent): string {
  const [groups, one, many] =
    opened.length > 0
      ? [opened, 'new alert', 'new alerts']
      : repeated.length > 0
        ? [repeated, 'alert is still open', 'alerts are still open']
        : [closed, 'alert is closed', 'alerts are closed'];
  const kind = groups[0]?.kind ?? '';
  const count = countAlerts(groups);
  if (groups === closed)
    return `${count} ${count === 1 ? one : many}: ${[...new Set(closed.map((group) => group.kind))].slice(0, 3).join(', ')}`;
  const worst = `${meaningOf(kind).class}, ${kind}`;
  return count === 1 ? `1 ${one}: ${worst}` : `${count} ${many}, the worst: ${worst}`;
}

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth'];
const SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinal = (n: number): string => ORDINALS[n] ?? `${n}${SUFFIXES[ordinalRules.select(n)] ?? 'th'}`;
