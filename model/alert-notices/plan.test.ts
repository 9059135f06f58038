import { expect, test } from 'vitest';
import { days, hours, minutes, seconds } from '../time/clock.ts';
import { canDeliver, keyOfAddress, UNDELIVERED, WEBHOOK_KEY } from './channels.ts';
import { type NoticedAlert, planNotice, repeatPauseMs } from './plan.ts';

const START = Date.UTC(2026, 10, 27, 3);
const at = (ms: number) => new Date(START + ms);
let ids = 0;
function alert(fields: Partial<NoticedAlert> = {}): NoticedAlert {
  ids += 1;
  return {
    ...{ id: ids, kind: 'dns_away', at: at(0), resolvedAt: null, acknowledgedAt: null },
    ...{ noticedAt: null, notices: 0, closedNoticedAt: null, times: 1 },
    ...fields,
  };
}
const idsOf = (alerts: readonly NoticedAlert[] = []) => alerts.map(({ id }) => id);

test('the first notice is sent 60 s after the oldest new alert, with all new alerts', () => {
  const [first, second] = [alert(), alert({ at: at(seconds(59)) })];
  expect(planNotice([first, second], null, at(seconds(59)))).toEqual({ notice: null, dueAt: at(seconds(60)) });
  expect(planNotice([first, second], null, at(seconds(60))).notice).toEqual({
    opened: [first, second],
    repeated: [],
    closed: [],
  });
});

test('two notices are at least five minutes apart', () => {
  const fresh = alert({ at: at(seconds(30)) });
  expect(planNotice([fresh], at(0), at(minutes(4)))).toEqual({ notice: null, dueAt: at(minutes(5)) });
  expect(idsOf(planNotice([fresh], at(0), at(minutes(5))).notice?.opened)).toEqual([fresh.id]);
});

test.each([
  ['dns_away', [4, 8, 16, 32, 64, 128, 168, 168]],
  ['due_failed', [24, 48, 96, 168, 168]],
  ['geo_data_old', [24, 48, 96, 168]],
  ['of_another_version', [4, 8]],
])('%s is repeated with pauses that double up to a week', (kind, pauses) => {
  expect(pauses.map((_, i) => repeatPauseMs(kind, i + 1) / hours(1))).toEqual(pauses);
  const noticed = alert({ kind, noticedAt: at(0), notices: 2 });
  const pause = hours(pauses[1] ?? 0);
  expect(planNotice([noticed], at(0), at(pause - 1))).toEqual({ notice: null, dueAt: at(pause) });
  expect(idsOf(planNotice([noticed], at(0), at(pause)).notice?.repeated)).toEqual([noticed.id]);
});

test('an acknowledged alert is neither sent nor repeated, and its resolution is sent if the alert was', () => {
  const seen = { acknowledgedAt: at(seconds(1)) };
  const quiet = [alert(seen), alert({ ...seen, noticedAt: at(0), notices: 1 })];
  expect(planNotice(quiet, null, at(days(30)))).toEqual({ notice: null, dueAt: null });
  const closed = alert({ ...seen, noticedAt: at(0), notices: 1, resolvedAt: at(hours(1)) });
  expect(idsOf(planNotice([closed], at(0), at(hours(2))).notice?.closed)).toEqual([closed.id]);
});

test('a resolution waits to be batched, is sent once, and never for an alert that was not sent', () => {
  const ended = { resolvedAt: at(minutes(10)) };
  const closed = alert({ ...ended, noticedAt: at(0), notices: 1 });
  expect(planNotice([closed], at(0), at(minutes(10)))).toEqual({ notice: null, dueAt: at(minutes(11)) });
  expect(idsOf(planNotice([closed], at(0), at(minutes(11))).notice?.closed)).toEqual([closed.id]);
  const over = [alert(ended), alert({ ...ended, noticedAt: at(0), notices: 1, closedNoticedAt: at(minutes(11)) })];
  expect(planNotice(over, null, at(days(1)))).toEqual({ notice: null, dueAt: null });
});

test('an alert that reopens within an hour joins the next notice', () => {
  const again = alert({ at: at(minutes(6)), times: 3 });
  expect(planNotice([again], at(0), at(minutes(6))).notice?.opened).toEqual([again]);
  expect(planNotice([again], at(minutes(3)), at(minutes(6)))).toEqual({ notice: null, dueAt: at(minutes(8)) });
});

test('an alert that reopens every minute for a week causes few notices, and one that stays open is sent', () => {
  const rows: NoticedAlert[] = [];
  let [lastAt, notices] = [null as Date | null, 0];
  const pass = (ms: number) => {
    const { notice } = planNotice(rows, lastAt, at(ms));
    if (!notice) return;
    [lastAt, notices] = [at(ms), notices + 1];
    for (const one of [...notice.opened, ...notice.repeated]) Object.assign(one, { noticedAt: at(ms), notices: one.notices + 1 });
    for (const one of notice.closed) one.closedNoticedAt = at(ms);
  };
  for (let times = 1; times <= days(7) / minutes(1); times += 1) {
    const opened = minutes(times);
    const over = rows.findIndex(({ noticedAt, closedNoticedAt }) => noticedAt === null || closedNoticedAt !== null);
    if (over >= 0) rows.splice(over, 1);
    const one = alert({ at: at(opened), times });
    rows.push(one);
    for (let ms = 0; ms < seconds(60); ms += seconds(10)) {
      if (ms === seconds(30)) one.resolvedAt = at(opened + ms);
      pass(opened + ms);
    }
  }
  expect(notices).toBeGreaterThan(5);
  expect(notices).toBeLessThan(40);
  const last = alert({ at: at(days(8)), times: 9_999 });
  expect(planNotice([last], null, at(days(8))).dueAt).toEqual(at(days(8) + hours(1)));
});

test('a timestamp in the future from a wrong clock does not delay a notice', () => {
  const ahead = at(days(300));
  const fresh = alert({ at: at(-hours(1)) });
  expect(idsOf(planNotice([fresh], ahead, at(0)).notice?.opened)).toEqual([fresh.id]);
  const noticed = alert({ noticedAt: ahead, notices: 1 });
  expect(idsOf(planNotice([noticed], null, at(0)).notice?.repeated)).toEqual([noticed.id]);
  const opened = alert({ at: ahead });
  expect(idsOf(planNotice([opened], null, at(0)).notice?.opened)).toEqual([opened.id]);
  // The clocks of two workers differ slightly.
  expect(planNotice([fresh], at(seconds(2)), at(0)).notice).toBeNull();
});

test('a notice includes all new and resolved alerts, and of the others those that are due', () => {
  const due = alert({ noticedAt: at(-hours(4)), notices: 1 });
  const later = alert({ noticedAt: at(-hours(1)), notices: 1 });
  const fresh = alert({ at: at(-1) });
  expect(planNotice([due, later, fresh], null, at(0)).notice).toEqual({ opened: [fresh], repeated: [due], closed: [] });
});

test("a channel's failure is never sent by mail, or through the webhook that failed", () => {
  const [mail, webhook] = [keyOfAddress('Ops@example.net'), WEBHOOK_KEY];
  expect(mail).toBe('mail:ops@example.net');
  for (const [key, by] of [
    [mail, ['webhook']],
    [webhook, []],
  ] as const)
    expect((['mail', 'webhook'] as const).filter((channel) => canDeliver(channel, { kind: UNDELIVERED, key }))).toEqual(by);
  expect(canDeliver('mail', { kind: 'dns_away', key: mail })).toBe(true);
});
