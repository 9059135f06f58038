/** Builds the content of a notice: its alerts, grouped by kind. Pure. */
import { compareUrgency, guideOf, meaningOf } from '../alerts/alert-meanings.ts';
import { type Channel, canDeliver } from './channels.ts';
import type { Notice, NoticedAlert } from './plan.ts';

/** Maximum number of listed alerts per kind. The rest are counted. */
const MAX_OF_A_KIND = 10;
/** Maximum characters of a message, because error messages of programs can be long. */
const MAX_MESSAGE = 500;

export interface ListedAlert {
  id: number;
  /** Unix time in milliseconds. */
  at: number;
  times: number;
  message: string;
}

export interface AlertGroup {
  kind: string;
  alerts: ListedAlert[];
  /** Number of alerts of this kind that are not listed. */
  more: number;
}

/** Groups, most urgent first. */
export interface NoticeContent {
  opened: AlertGroup[];
  repeated: AlertGroup[];
  closed: AlertGroup[];
}

type Content = NoticedAlert & { key: string; message: string };

/** Returns the part of a notice that a channel delivers, or `null` for none. */
export function contentFor(channel: Channel, notice: Notice<Content>): NoticeContent | null {
  const of = (alerts: readonly Content[]) => groupsOf(alerts.filter((alert) => canDeliver(channel, alert)));
  const content = { opened: of(notice.opened), repeated: of(notice.repeated), closed: of(notice.closed) };
  return Object.values(content).some((groups) => groups.length > 0) ? content : null;
}

function groupsOf(alerts: readonly Content[]): AlertGroup[] {
  const kinds = [...new Set(alerts.map(({ kind }) => kind))].sort(compareUrgency);
  return kinds.map((kind) => {
    const ofKind = alerts.filter((alert) => alert.kind === kind);
    const listed = ofKind.slice(0, MAX_OF_A_KIND).map(({ id, at, times, message }) => ({
      ...{ id, at: at.getTime(), times },
      message: shorten(message),
    }));
    return { kind, alerts: listed, more: ofKind.length - listed.length };
  });
}

/** PostgreSQL refuses JSON with half of a surrogate pair, and one such message would block all notices. */
function shorten(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE).replace(/\p{Cs}$/u, '')}...` : message;
}

export const countAlerts = (groups: readonly AlertGroup[]): number =>
  groups.reduce((sum, { alerts, more }) => sum + alerts.length + more, 0);

/** Returns the webhook JSON of a notice. */
export function webhookBody(content: NoticeContent, at: Date): string {
  const shown = (groups: readonly AlertGroup[]) =>
    groups.map(({ kind, alerts, more }) => {
      const { class: urgency, meaning, action } = meaningOf(kind);
      const listed = alerts.map((alert) => ({ ...alert, at: new Date(alert.at).toISOString() }));
      return { kind, class: urgency, meaning, action, guide: guideOf(kind), alerts: listed, more };
    });
  const { opened, repeated, closed } = content;
  const groups = { opened: shown(opened), repeated: shown(repeated), closed: shown(closed) };
  return JSON.stringify({ type: 'alerts', at: at.toISOString(), ...groups });
}

/** Returns the JSON that `alert test` sends. */
export const testBody = (at: Date): string => JSON.stringify({ type: 'test', at: at.toISOString() });
