/** Alerts reach the operator by a real SMTP server and a webhook: few notices, none lost, and no notice about notices without end. */
import { createHmac } from 'node:crypto';
import { insertAlertDelivery } from '@innkeeper/db/tables/alert-notices';
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { smtpMail } from '@innkeeper/engine/mail/smtp';
import { notifyAlerts, notifyDue } from '@innkeeper/jobs/alerts/notify-alerts';
import { purgeOldMails, sendMails } from '@innkeeper/jobs/send-mails';
import { days, hours, minutes, seconds } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StillClock, stillClock } from '../business/still-clock.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { givenAlertChannels } from '../given-alert-settings.ts';
import { givenJobCx } from '../given-cx.ts';
import { SEALER } from '../given-two-factor.ts';
import { openReceiver, type Receiver, WEBHOOK_SECRET } from '../given-webhooks.ts';
import { openOperator } from '../operator.ts';
import { type LabSmtpServer, openSmtpServer } from '../smtp-server.ts';

const MAIL = ['ops@example.net'];
let lab: TestDatabase;
let clock: StillClock;
let smtp: LabSmtpServer;
let receiver: Receiver;
let mail: ReturnType<typeof smtpMail>;
beforeAll(async () => {
  clock = stillClock(new Date());
  [lab, smtp, receiver] = [await openTestDatabase({ clock }), await openSmtpServer(), await openReceiver()];
  mail = smtpMail({ host: '127.0.0.1', port: smtp.port, tls: 'none', from: 'shop@shop.example', credentials: null });
});
afterAll(async () => {
  await mail?.close();
  await Promise.all([lab?.close(), smtp?.close(), receiver?.close()]);
});
beforeEach(async () => {
  await sql`truncate operator_alerts, mails, alert_deliveries`.execute(lab.db);
  clock.pass(days(1));
  [smtp.messages.length, receiver.received.length, smtp.conduct] = [0, 0, 'accept'];
  receiver.answer = (_request, response) => void response.end('ok');
});

const cx = () => ({ ...givenJobCx(lab.db, { clock }), mail, webhooks: { sealer: SEALER } });
/** Runs the jobs that a worker runs when notices and mails are due. */
async function work(): Promise<void> {
  const { rows } = await sql<{ due: boolean }>`select ${notifyDue(clock.now())} as due`.execute(lab.db);
  if (rows[0]?.due) await notifyAlerts(cx());
  await sendMails(cx());
}
/** Lets time pass in looks of ten seconds. */
async function pass(ms: number, step = seconds(10)): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    clock.pass(step);
    await work();
  }
}
const open = (key: string, kind: 'dns_away' | 'due_failed' = 'dns_away') =>
  alertOnce(lab.db, { kind, key, message: `It is about ${key}.` });
const close = (key: string) => resolveAlerts(lab.db, { kind: 'dns_away', key }, clock.now());
const openKinds = async () =>
  (
    await lab.db.selectFrom('operator_alerts').select(['kind', 'key']).where('resolved_at', 'is', null).orderBy('id').execute()
  ).map(({ kind, key }) => `${kind} ${key}`);
const subjects = () => smtp.messages.map((raw) => /^Subject: (.*(?:\r\n .*)*)/m.exec(raw)?.[1]?.replaceAll(/\r\n /g, ' '));
const idsOf = () => smtp.messages.map((raw) => /^Message-ID: (.*)\r$/im.exec(raw)?.[1]);

test('50 alerts within ten seconds cause one mail, their resolution a second, and nothing follows', async () => {
  await givenAlertChannels(lab.db, { mail: MAIL });
  for (let i = 0; i < 50; i += 1) {
    await open(`server:${i}`);
    clock.pass(200);
  }
  await work();
  expect(smtp.messages).toEqual([]);
  await pass(minutes(30));
  expect(subjects()).toEqual(['50 new alerts, the worst: urgent, dns_away']);
  expect(smtp.messages[0]).toMatch(/^To: .*ops@example\.net/m);
  for (let i = 0; i < 50; i += 1) await close(`server:${i}`);
  await pass(minutes(30));
  expect(subjects().slice(1)).toEqual(['50 alerts are closed: dns_away']);
  await pass(days(8), hours(1));
  expect(smtp.messages).toHaveLength(2);
});

test('repeats an alert until somebody acknowledges it, and says so if it reopens within an hour', async () => {
  await givenAlertChannels(lab.db, { mail: MAIL });
  await open('server');
  await pass(hours(13), minutes(5));
  expect(subjects()).toEqual([
    '1 new alert: urgent, dns_away',
    '1 alert is still open: urgent, dns_away',
    '1 alert is still open: urgent, dns_away',
  ]);
  const operator = openOperator({ ...lab, clock });
  const [{ id } = { id: 0 }] = (await operator.run('listAlerts')).data;
  await operator.run('acknowledgeAlert', { alert: id });
  await pass(days(20), hours(6));
  expect(smtp.messages).toHaveLength(3);
  await close('server');
  clock.pass(minutes(30));
  await open('server');
  await work();
  expect(subjects().slice(3)).toEqual(['1 new alert: urgent, dns_away']);
  expect(smtp.messages.at(-1)).toContain('second time');
});

test('the webhook gets each notice once, signed, with the recommended action', async () => {
  await givenAlertChannels(lab.db, { webhook: `${receiver.url}alerts` });
  await open('server');
  await open('7', 'due_failed');
  await pass(minutes(10));
  const [{ headers, body, path } = { headers: {}, body: '', path: '' }, ...others] = receiver.received;
  expect([others, path]).toEqual([[], '/alerts']);
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64');
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect(JSON.parse(body)).toMatchObject({
    type: 'alerts',
    opened: [
      {
        kind: 'dns_away',
        class: 'urgent',
        action: expect.stringContaining('./innkeeper dns check'),
        guide: 'docs/guide/operators/alerts.md#dns_away',
        alerts: [{ message: 'It is about server.' }],
      },
      { kind: 'due_failed', class: 'soon' },
    ],
    closed: [],
  });
  expect(smtp.messages).toEqual([]);
});

test('the webhook reports a refused mail once, and no mail reports it', async () => {
  await givenAlertChannels(lab.db, { mail: MAIL, webhook: receiver.url });
  smtp.conduct = { at: 'receiver', code: 550 };
  await open('server');
  await pass(hours(3), minutes(1));
  expect(await openKinds()).toEqual(['dns_away server', 'alert_undelivered mail:ops@example.net']);
  expect(receiver.received.map(({ body }) => JSON.parse(body).opened.map(({ kind }: { kind: string }) => kind))).toEqual([
    ['dns_away'],
    ['alert_undelivered'],
  ]);
  expect(await lab.db.selectFrom('mails').select('template').execute()).toHaveLength(1);
  smtp.conduct = 'accept';
  await open('another');
  await pass(minutes(20), minutes(1));
  expect(await openKinds()).toEqual(['dns_away server', 'dns_away another']);
  expect(smtp.messages.join('')).not.toContain('alert_undelivered');
});

test('no mail reports a failed webhook, and if both channels fail, each opens one alert', async () => {
  await givenAlertChannels(lab.db, { mail: MAIL, webhook: receiver.url });
  receiver.answer = (_request, response) => void response.writeHead(500).end();
  await open('server');
  await pass(minutes(30), minutes(1));
  expect(await openKinds()).toEqual(['dns_away server', 'alert_undelivered webhook']);
  expect(subjects()).toEqual(['1 new alert: urgent, dns_away']);
  smtp.conduct = { at: 'receiver', code: 451 };
  await pass(hours(30), minutes(30));
  expect(await openKinds()).toEqual(['dns_away server', 'alert_undelivered webhook', 'alert_undelivered mail:ops@example.net']);
  // The notices repeat three alerts within thirty hours. The repetitions cause no notices of their own.
  const written = await lab.db.selectFrom('mails').select('id').execute();
  expect(written.length).toBeLessThan(12);
});

test('a notice that was in flight when the worker died is sent again under the same id', async () => {
  await givenAlertChannels(lab.db, { mail: MAIL, webhook: receiver.url });
  await open('server');
  clock.pass(minutes(2));
  // The receivers have it, and the answer is lost with the process.
  smtp.conduct = 'lose-the-answer';
  receiver.answer = (_request, response) => void response.socket?.destroy();
  await work();
  smtp.conduct = 'accept';
  receiver.answer = (_request, response) => void response.end('ok');
  clock.pass(minutes(1));
  await work();
  await pass(minutes(30), minutes(1));
  expect(smtp.messages).toHaveLength(2);
  expect(new Set(idsOf()).size).toBe(1);
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('sends one notice despite a lost transaction and several workers', async () => {
  await givenAlertChannels(lab.db, { mail: MAIL, webhook: receiver.url });
  await open('server');
  clock.pass(minutes(2));
  const dying = { ...cx(), db: lab.db };
  await expect(
    lab.db.transaction().execute(async (trx) => {
      await sql`lock table alert_deliveries in exclusive mode`.execute(trx);
      const writing = notifyAlerts(dying);
      // It fails while the poll still waits.
      writing.catch(() => {});
      await expect.poll(async () => (await sql`select pg_terminate_backend(pid) ${WAITING}`.execute(lab.db)).rows.length).toBe(1);
      await writing;
    }),
  ).rejects.toThrow();
  expect(await lab.db.selectFrom('mails').select('id').execute()).toEqual([]);
  await Promise.all(Array.from({ length: 5 }, () => notifyAlerts(cx())));
  await sendMails(cx());
  expect([smtp.messages.length, receiver.received.length]).toEqual([1, 1]);
});

const WAITING = sql`from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

test('a failing webhook delays the next notice by one attempt, not by one for each waiting notice', async () => {
  await givenAlertChannels(lab.db, { mail: MAIL, webhook: receiver.url });
  receiver.answer = (_request, response) => void response.writeHead(500).end();
  for (let i = 0; i < 3; i += 1) await insertAlertDelivery(lab.db, '{}', clock.now());
  await notifyAlerts(cx());
  expect(receiver.received).toHaveLength(1);
  receiver.answer = (_request, response) => void response.end('ok');
  clock.pass(hours(1));
  await notifyAlerts(cx());
  expect(receiver.received).toHaveLength(4);
});

test('the failure of the only channel does not count as a notice, so the next alert is sent in time', async () => {
  await givenAlertChannels(lab.db, { mail: MAIL });
  await alertOnce(lab.db, { kind: 'alert_undelivered', key: 'mail:ops@example.net', message: 'It was refused.' });
  await pass(minutes(3));
  await open('server');
  await pass(seconds(70));
  expect(subjects()).toEqual(['1 new alert: urgent, dns_away']);
});

test('a clock that was a year ahead does not suppress notices after it is corrected', async () => {
  await givenAlertChannels(lab.db, { mail: MAIL });
  await open('server');
  clock.pass(minutes(2));
  const ahead = { ...clock, now: () => new Date(clock.now().getTime() + days(365)) };
  await notifyAlerts({ ...cx(), clock: ahead });
  await work();
  expect(subjects()).toEqual(['1 alert is still open: urgent, dns_away']);
  await open('another');
  await pass(minutes(6));
  expect(subjects().slice(1)).toEqual(['1 new alert: urgent, dns_away']);
});

test('reports the resolution of more alerts than a statement has parameters, once', async () => {
  await givenAlertChannels(lab.db, { mail: MAIL });
  await sql`insert into operator_alerts (kind, key, message, at, noticed_at, notices, repeat_at, resolved_at)
    select 'due_failed', 'item:' || n, 'It failed.', ${clock.now()}, ${clock.now()}, 1, ${clock.now()}, ${clock.now()}
    from generate_series(1, 70000) n`.execute(lab.db);
  await pass(minutes(2), minutes(1));
  expect(subjects()).toEqual(['70000 alerts are closed: due_failed']);
});

test('deletes resolved alerts and finished notices after the retention period of mails, and keeps open ones', async () => {
  await givenAlertChannels(lab.db, { mail: MAIL, webhook: receiver.url });
  for (const key of ['server', 'another']) await open(key);
  await pass(minutes(2));
  await close('server');
  await pass(minutes(10), minutes(1));
  const rows = async () => {
    const of = async (table: 'operator_alerts' | 'alert_deliveries' | 'mails') =>
      (await lab.db.selectFrom(table).execute()).length;
    return Promise.all([of('operator_alerts'), of('alert_deliveries'), of('mails')]);
  };
  clock.pass(days(399));
  await purgeOldMails(cx());
  expect(await rows()).toEqual([2, 2, 2]);
  clock.pass(days(1));
  await purgeOldMails(cx());
  expect(await rows()).toEqual([1, 0, 0]);
  expect(await openKinds()).toEqual(['dns_away another']);
});

test('after a month of downtime, sends one notice with all open alerts per channel', async () => {
  await givenAlertChannels(lab.db, { mail: MAIL, webhook: receiver.url });
  for (let i = 0; i < 20; i += 1) await open(`server:${i}`);
  await pass(minutes(2));
  clock.pass(days(31));
  await pass(minutes(30), minutes(1));
  expect(subjects()).toEqual([
    '20 new alerts, the worst: urgent, dns_away',
    '20 alerts are still open, the worst: urgent, dns_away',
  ]);
  expect(receiver.received).toHaveLength(2);
});

test('without a channel, an alert waits for the first notice after a channel is set', async () => {
  await givenAlertChannels(lab.db, {});
  await open('server');
  await pass(hours(1), minutes(5));
  await givenAlertChannels(lab.db, { mail: MAIL });
  await work();
  expect(subjects()).toEqual(['1 new alert: urgent, dns_away']);
});
