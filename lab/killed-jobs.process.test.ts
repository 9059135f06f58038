/**
 * Tests SIGKILL while an event is sent to a webhook, and while a mail is sent or handled. The process dies before the other side answers,
 * or after the answer and before the result is stored. The next process loses nothing, and repeats use the previous id.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { deposit } from '@innkeeper/db/ledger';
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { updateServer } from '@innkeeper/db/tables/servers';
import { transact } from '@innkeeper/domain/context';
import { addMailsDue } from '@innkeeper/domain/mail/due';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { receiveMail } from '@innkeeper/domain/mail-in/receive';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writingClock } from './business/processes/clock-file.ts';
import { type KilledProcess, openKilled } from './business/processes/killed.ts';
import { openRandom } from './business/random.ts';
import { type StillClock, stillClock } from './business/still-clock.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { givenAccount, givenServer } from './given.ts';
import { givenAlertChannels } from './given-alert-settings.ts';
import { givenJobCx } from './given-cx.ts';
import { givenWebhook, openReceiver, type Receiver } from './given-webhooks.ts';
import { HANGING_MAIL } from './killed-jobs-mail.ts';
import type { JobsOptions, JobsRequest } from './killed-jobs-main.ts';
import { openOperator } from './operator.ts';
import { rawMail } from './received-mail.ts';
import { signed } from './signed-mail.ts';
import { type LabSmtpServer, openSmtpServer } from './smtp-server.ts';

let lab: TestDatabase;
let clock: StillClock;
let home: string;
let directory: string;
let receiver: Receiver;
let smtp: LabSmtpServer;
/** Mails that the SMTP server received completely, and its handler for each. */
const mails: string[] = [];
let took: (accept: () => void) => void;
let jobs: KilledProcess;
beforeAll(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-killed-jobs-'));
  directory = path.join(home, 'files');
  fs.mkdirSync(directory);
  const clockFile = path.join(home, 'clock');
  clock = writingClock(clockFile, stillClock(new Date('2031-01-31T08:00:00Z')));
  [lab, receiver] = [await openTestDatabase({ clock }), await openReceiver()];
  smtp = await openSmtpServer({
    async onData(stream, _session, done) {
      const raw = await text(stream).catch(() => undefined);
      // Without `raw` the connection broke, because its sender died.
      if (raw !== undefined) mails.push(raw);
      if (raw !== undefined) took(() => done());
    },
  });
  const given: JobsOptions = {
    url: lab.url,
    home,
    clockFile,
    directory,
    receiverPort: receiver.port,
    smtp: { port: smtp.port, ca: smtp.ca },
  };
  jobs = openKilled({
    program: [path.join(import.meta.dirname, 'killed-jobs-main.ts')],
    given,
    random: openRandom(1),
    oneIn: 1,
    withinMs: 1,
  });
});
afterAll(async () => {
  await jobs?.stop();
  await Promise.all([receiver?.close(), smtp?.close(), lab?.close()]);
  fs.rmSync(home, { recursive: true, force: true });
});

/** Returns a signal that is set once. */
function signal(): { told: Promise<void>; tell: () => void } {
  let tell: () => void = () => {};
  const notified = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return { told: notified, tell };
}

/** Runs a process that completes its request. */
const run = async (ask: JobsRequest): Promise<void> => void (await jobs.askAndKill(ask));

const killAmid = async (ask: JobsRequest, until: Promise<unknown>): Promise<void> =>
  expect(await jobs.askAndKill(ask, until)).toBe('killed');

const WAITING = sql`from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Kills the process when it waits for `lock` to write. Its pending statements in PostgreSQL are also ended. */
async function killBeforeWriting(
  ask: JobsRequest,
  lock: RawBuilder<unknown>,
  outside?: { heard: Promise<void>; accept: () => void },
): Promise<void> {
  await lab.db.transaction().execute(async (trx) => {
    const waits = async () => {
      await outside?.heard;
      await lock.execute(trx);
      outside?.accept();
      await expect
        .poll(async () => (await sql`select ${WAITING}`.execute(lab.db)).rows.length, { timeout: 60_000 })
        .toBeGreaterThan(0);
    };
    await killAmid(ask, waits());
    await sql`select pg_terminate_backend(pid) ${WAITING}`.execute(lab.db);
  });
}

test('each event is delivered, every time with the same webhook-id', async () => {
  const me = await givenAccount(lab.db);
  const server = await givenServer(lab.db, { accountId: me.accountId });
  const { id, position } = await givenWebhook(lab.db, me, { url: receiver.url });
  for (const name of ['a', 'b', 'c']) await updateServer(lab.db, server, { hostname: `${name}.example.com` });
  await run('take events');

  const first = signal();
  receiver.answer = () => first.tell();
  await killAmid('deliver events', first.told);
  clock.pass(seconds(30));
  const [second, accepted] = [signal(), signal()];
  receiver.answer = (_request, response) => {
    second.tell();
    void accepted.told.then(() => response.end('ok'));
  };
  const lock = sql`select from event_deliveries where webhook_id = ${id} for update`;
  await killBeforeWriting('deliver events', lock, { heard: second.told, accept: accepted.tell });
  clock.pass(minutes(5));
  receiver.answer = (_request, response) => void response.end('ok');
  await run('deliver events');

  const received = receiver.received.map(({ headers, body }) => ({
    event: (JSON.parse(body) as { id: number }).id,
    name: String(headers['webhook-id']),
  }));
  // All events except the one of the webhook itself.
  const events = [2, 3, 4].map((n) => Number(position) + n);
  expect([...new Set(received.map(({ event }) => event))].sort((a, b) => a - b)).toEqual(events);
  for (const event of events) expect(new Set(received.filter((one) => one.event === event).map(({ name }) => name)).size).toBe(1);
  expect(new Set(received.map(({ name }) => name)).size).toBe(events.length);
  // Both killed processes had sent something.
  expect(received.length).toBeGreaterThan(events.length + 1);
  const rows = await lab.db.selectFrom('event_deliveries').select('status').where('webhook_id', '=', id).execute();
  expect(rows).toEqual(events.map(() => ({ status: 'delivered' })));
});

test('a fact becomes one mail, or waits as before', async () => {
  const me = await givenAccount(lab.db);
  const { accountId } = me;
  const gift = { accountId, amount: 1_00n, gateway: 'operator', paymentMethod: 'operator', description: 'A gift.' } as const;
  for (let i = 0; i < 3; i += 1)
    await transact(givenJobCx(lab.db, { clock }), async (cx) => {
      const entry = await deposit(cx.db, { ...gift, now: clock.now() });
      await addMailsDue(cx, { kind: 'balance-changed', accountId, ids: [entry] });
    });
  clock.pass(minutes(1));
  const rows = () => lab.db.selectFrom('mails').select('id').where('user_id', '=', me.userId).execute();
  for (const lock of [sql`lock table mails_due in exclusive mode`, sql`lock table mails in exclusive mode`]) {
    await killBeforeWriting('compose mails', lock);
    expect(await rows()).toEqual([]);
  }
  await run('compose mails');
  expect(await rows()).toHaveLength(3);
  await run('compose mails');
  expect(await rows()).toHaveLength(3);
  // They must not be sent in the following test.
  await lab.db.deleteFrom('mails').where('user_id', '=', me.userId).execute();
});

test('each mail is sent, every time with the same Message-ID', async () => {
  const me = await givenAccount(lab.db);
  const cx = givenJobCx(lab.db, { clock });
  for (const order of [1, 2, 3]) {
    const data = { order, amount: '12.00 EUR', reason: 'No.' };
    const mail = { accountId: me.accountId, template: 'charge-failed', data, dedupeKey: `killed:${order}` } as const;
    await transact(cx, (one) => queueMail(one, mail));
  }
  const first = signal();
  took = () => first.tell();
  await killAmid('send mails', first.told);
  clock.pass(minutes(1));
  const [second, accepted] = [signal(), signal()];
  took = (accept) => {
    second.tell();
    void accepted.told.then(accept);
  };
  await killBeforeWriting('send mails', sql`select from mails for update`, { heard: second.told, accept: accepted.tell });
  clock.pass(minutes(5));
  took = (accept) => accept();
  await run('send mails');

  const rows = await lab.db.selectFrom('mails').select(['key', 'sent_at']).where('account_id', '=', me.accountId).execute();
  const names = mails.map((raw) => /^Message-ID: <(.+)@shop\.example>\r?$/im.exec(raw)?.[1]);
  expect([...new Set(names)].sort()).toEqual(rows.map(({ key }) => key).sort());
  expect(rows.map(({ sent_at }) => sent_at)).toEqual(rows.map(() => clock.now()));
  expect(names.length).toBeGreaterThan(rows.length + 1);
});

test('an alert notice is written to both channels or neither, and the webhook gets it with one id', async () => {
  await givenAlertChannels(lab.db, { mail: ['ops@example.net'], webhook: receiver.url });
  await alertOnce(lab.db, { kind: 'dns_away', key: 'server', message: 'It is away.' });
  clock.pass(minutes(2));
  [receiver.received.length, mails.length] = [0, 0];
  await killBeforeWriting('notify alerts', sql`lock table alert_deliveries in exclusive mode`);
  expect(await lab.db.selectFrom('mails').select('id').where('template', '=', 'operator-alerts').execute()).toEqual([]);

  const first = signal();
  receiver.answer = () => first.tell();
  await killAmid('notify alerts', first.told);
  clock.pass(minutes(1));
  const [second, accepted] = [signal(), signal()];
  receiver.answer = (_request, response) => {
    second.tell();
    void accepted.told.then(() => response.end('ok'));
  };
  const lock = sql`select from alert_deliveries for update`;
  await killBeforeWriting('notify alerts', lock, { heard: second.told, accept: accepted.tell });
  clock.pass(minutes(5));
  receiver.answer = (_request, response) => void response.end('ok');
  took = (accept) => accept();
  for (const ask of ['notify alerts', 'send mails', 'notify alerts'] as const) await run(ask);

  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(mails).toHaveLength(1);
});

test('the ping URL is requested while a worker runs, and not after it is killed', async () => {
  await givenAlertChannels(lab.db, { ping: `${receiver.url}ping` });
  receiver.received.length = 0;
  const third = signal();
  const pings = () => receiver.received.filter(({ path: at }) => at === '/ping').length;
  receiver.answer = (_request, response) => {
    response.end('ok');
    clock.pass(minutes(1));
    if (pings() === 3) third.tell();
  };
  await killAmid('work', third.told);
  expect(pings()).toBe(3);
  clock.pass(minutes(10));
  await run('notify alerts');
  expect(pings()).toBe(3);
});

test('a mail that was being handled becomes one message, with its file and one reply', async () => {
  const me = await givenAccount(lab.db);
  await openOperator({ ...lab, clock }).run('setInbox', { address: 'support@shop.example' });
  const part = (type: string, content: string) => `--part\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
  const unsigned = rawMail(
    {
      ...{ From: me.email, To: 'support@shop.example', Subject: 'It hangs' },
      'Content-Type': 'multipart/mixed; boundary=part',
    },
    `${part('text/plain', 'Still hangs.')}${part('text/plain\r\nContent-Disposition: attachment; filename=log.txt', 'Hung.')}--part--`,
  );
  const raw = await signed(unsigned, clock.now());
  const stored = await openAttachmentDirectory(directory).write(Readable.from([raw]), new AbortController().signal);
  await transact(givenJobCx(lab.db, { clock }), (one) => receiveMail(one, { ...stored, source: 'pipe', recipient: null }));

  // Killed when only its files are stored, and when everything except the answer is written.
  await killBeforeWriting('handle mails', sql`lock table ticket_messages in exclusive mode`);
  await killBeforeWriting('handle mails', sql`lock table mails in exclusive mode`);
  await run('handle mails');
  await run('handle mails');

  const { accountId } = me;
  const { rows } = await sql`
    select (select array_agg(content) from ticket_messages m join tickets t on t.id = m.ticket_id where account_id = ${accountId}) as messages,
      (select array_agg(name) from ticket_attachments where account_id = ${accountId}) as files,
      (select array_agg(template) from mails where address = ${me.email}) as answers,
      (select array_agg(outcome) from received_mails where from_address = ${me.email}) as outcomes`.execute(lab.db);
  expect(rows).toEqual([{ messages: ['Still hangs.'], files: ['log.txt'], answers: ['ticket-received'], outcomes: ['opened'] }]);
});

test('a mail at which three processes were killed is held, and the next one is handled', async () => {
  const cx = givenJobCx(lab.db, { clock });
  const receive = async (raw: string) => {
    const stored = await openAttachmentDirectory(directory).write(Readable.from([raw]), new AbortController().signal);
    await transact(cx, (one) => receiveMail(one, { ...stored, source: 'pipe', recipient: null }));
  };
  const me = await givenAccount(lab.db);
  await openOperator({ ...lab, clock }).run('setInbox', { address: 'support@shop.example' });
  const headers = { From: me.email, To: 'support@shop.example' };
  await receive(rawMail({ ...headers, Subject: HANGING_MAIL }));
  await receive(await signed(rawMail({ ...headers, Subject: 'The next one' }), clock.now()));
  const rows = () =>
    lab.db
      .selectFrom('received_mails')
      .select(['id', 'outcome', 'why', 'begun_by', 'lost_attempts'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
      .then((found) => found.reverse());
  let before: string | null = null;
  for (const lost of [0, 1, 2]) {
    const begun = async (): Promise<boolean> => {
      const [first] = await rows();
      return first !== undefined && first.begun_by !== null && first.begun_by !== before && first.lost_attempts === lost;
    };
    await killAmid('handle mails', expect.poll(begun, { timeout: 60_000 }).toBe(true));
    before = (await rows())[0]?.begun_by ?? null;
  }
  await run('handle mails');
  const [held, next] = await rows();
  expect(held).toMatchObject({ outcome: 'held', why: 'killed' });
  expect(next).toMatchObject({ outcome: 'opened', lost_attempts: 0 });
  const alerts = await lab.db.selectFrom('operator_alerts').select('message').where('kind', '=', 'mail_unreadable').execute();
  expect(alerts).toEqual([{ message: expect.stringContaining(`Mail ${held?.id} to support is held`) }]);
});
