/** Tests the outbox: each mail is sent once, after its commit, and retried until a server accepts it. */
import { setTimeout } from 'node:timers/promises';
import { insertMails } from '@innkeeper/db/tables/mails';
import { transact } from '@innkeeper/domain/context';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { MailError } from '@innkeeper/engine/mail/port';
import { smtpMail } from '@innkeeper/engine/mail/smtp';
import { sendMails } from '@innkeeper/jobs/send-mails';
import { MAX_ATTEMPTS } from '@innkeeper/model/mail/schedule';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { type FakeMail, fakeMail } from '../fake-mail.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenJobCx } from '../given-cx.ts';
import { openSmtpServer } from '../smtp-server.ts';
import { movingClock } from '../torture/moving-clock.ts';

const clock = movingClock();
let lab: TestDatabase;
let me: GivenAccount;
let mail: FakeMail;
beforeAll(async () => {
  lab = await openTestDatabase({ clock });
});
afterAll(() => lab.close());
beforeEach(async () => {
  await lab.db.deleteFrom('mails').execute();
  me = await givenAccount(lab.db);
  mail = fakeMail();
});

const cx = () => ({ ...givenJobCx(lab.db, { clock }), mail });
const mailToQueue = (dedupeKey = 'this') =>
  ({
    accountId: me.accountId,
    template: 'charge-failed',
    data: { order: 7, amount: '12.00 EUR', reason: 'No.' },
    dedupeKey,
  }) as const;
const rows = () => lab.db.selectFrom('mails').selectAll().orderBy('id').execute();

test('a mail is sent once after its commit, however often it is queued and polled', async () => {
  for (let i = 0; i < 3; i += 1) await transact(cx(), (one) => queueMail(one, mailToQueue()));
  expect(await Promise.all([sendMails(cx()), sendMails(cx()), sendMails(cx())])).toContain(1);
  expect(await sendMails(cx())).toBe(0);
  expect(mail.sent).toMatchObject([{ to: me.email, subject: 'The payment of order 7 failed' }]);
  expect(await rows()).toMatchObject([{ sent_at: expect.any(Date), tries: 1, error: null, account_id: me.accountId }]);
});

test('no mail is sent for a transaction that was rolled back', async () => {
  const rolledBack = transact(cx(), async (one) => {
    await queueMail(one, mailToQueue());
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await sendMails(cx())).toBe(0);
});

test('notifies the owner and billing members, each in their language, and nobody else', async () => {
  for (const [role, language] of [
    ['billing', 'de'],
    ['technical', 'en'],
  ] as const) {
    const { id } = await lab.db
      .insertInto('users')
      .values({ email: `${role}-${me.accountId}@example.org`, language })
      .returning('id')
      .executeTakeFirstOrThrow();
    await lab.db.insertInto('memberships').values({ account_id: me.accountId, user_id: id, role }).execute();
  }
  await queueMail(cx(), mailToQueue());
  expect((await rows()).map(({ address, language }) => [address, language])).toEqual([
    [me.email, 'en'],
    [`billing-${me.accountId}@example.org`, 'de'],
  ]);
});

test('a deferred mail is retried with increasing delays, and then abandoned with an alert', async () => {
  mail.failure = new MailError('busy', { permanent: false });
  await queueMail(cx(), mailToQueue());
  await sendMails(cx());
  await sendMails(cx());
  expect(await rows()).toMatchObject([{ tries: 1, error: 'busy', sent_at: null, failed_at: null }]);
  clock.pass(minutes(1));
  await sendMails(cx());
  expect(await rows()).toMatchObject([{ tries: 2 }]);
  for (let i = 2; i < MAX_ATTEMPTS + 3; i += 1) {
    clock.pass(days(1));
    await sendMails(cx());
  }
  expect(await rows()).toMatchObject([{ tries: MAX_ATTEMPTS, failed_at: expect.any(Date) }]);
  const alerts = lab.db.selectFrom('operator_alerts').select(['kind', 'message']).where('resolved_at', 'is', null);
  expect(await alerts.execute()).toMatchObject([{ kind: 'mail_failed', message: expect.stringContaining('busy') }]);
});

test('a refused mail, or one that cannot be rendered, fails at once and does not block others', async () => {
  const [now, to] = [clock.now(), { account_id: me.accountId, address: me.email, language: 'en' }];
  const row = { ...to, data: JSON.stringify({}), created_at: now, next_try_at: now };
  await insertMails(lab.db, [
    { ...row, template: 'of-another-version', once: 'unknown' },
    { ...row, template: 'services-suspended', once: 'unreadable' },
  ]);
  await queueMail(cx(), mailToQueue());
  expect(await sendMails(cx())).toBe(1);
  expect((await rows()).map(({ failed_at, sent_at }) => [failed_at !== null, sent_at !== null])).toEqual([
    [true, false],
    [true, false],
    [false, true],
  ]);
});

test('over SMTP, a mail without a reply is sent again with the same Message-ID, and a hang loses none', async () => {
  const server = await openSmtpServer();
  const { port, ca } = server;
  const to = {
    host: '127.0.0.1',
    port,
    ca,
    tls: 'starttls',
    from: 'shop@example.com',
    credentials: null,
    timeoutMs: 1_000,
  } as const;
  const smtp = { ...cx(), mail: smtpMail(to) };
  await queueMail(smtp, mailToQueue());
  const conducts = [{ at: 'receiver', code: 451 } as const, 'hang', 'lose-the-answer', 'accept'] as const;
  for (const conduct of conducts) {
    server.conduct = conduct;
    await sendMails(smtp);
    clock.pass(days(1));
  }
  await sendMails(smtp);
  expect(await rows()).toMatchObject([{ tries: conducts.length, sent_at: expect.any(Date) }]);
  const ids = server.messages.map((message) => /^Message-ID: (.*)$/m.exec(message)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  await smtp.mail.close();
  await server.close();
});

test('a slow receiver delays only its own domain, with a limited number of mails at a time, each sent once', async () => {
  const held: (() => void)[] = [];
  let free = false;
  const server = await openSmtpServer({
    onRcptTo({ address }, _session, done) {
      if (free || !address.endsWith('@slow.example')) done();
      else held.push(done);
    },
  });
  const to = {
    host: '127.0.0.1',
    port: server.port,
    ca: server.ca,
    tls: 'starttls',
    from: 'shop@example.com',
    credentials: null,
  } as const;
  const smtp = { ...cx(), mail: smtpMail(to) };
  const now = clock.now();
  const data = JSON.stringify({ order: 7, amount: '12.00 EUR', reason: 'No.' });
  const row = { account_id: me.accountId, template: 'charge-failed', language: 'en', data, created_at: now, next_try_at: now };
  const mails = Array.from({ length: 50 }, (_, i) => ({
    ...row,
    once: `slow-${i}`,
    address: `a${i}@${i < 25 ? 'slow' : `quick${i % 5}`}.example`,
  }));
  await insertMails(lab.db, mails);
  const sending = sendMails(smtp);
  const others = () => lab.db.selectFrom('mails').select('id').where('sent_at', 'is not', null).execute();
  await expect.poll(others, { timeout: 20_000 }).toHaveLength(25);
  expect(held).toHaveLength(3);
  free = true;
  for (const done of held) done();
  expect(await sending).toBe(50);
  const ids = server.messages.map((message) => /^Message-ID: (.*)$/m.exec(message)?.[1]);
  expect([ids.length, new Set(ids).size]).toEqual([50, 50]);
  await smtp.mail.close();
  await server.close();
});

test('mails that waited for their domain are sent in the same run, also if it became free during the poll', async () => {
  for (let i = 0; i < 4; i += 1) await transact(cx(), (one) => queueMail(one, mailToQueue(`mail ${i}`)));
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow: FakeMail = { ...mail, send: async (one) => held.then(() => mail.send(one)) };
  let looked = false;
  // The fourth mail must wait, because three to its domain are active. They end before that is known.
  const db = lab.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (looked || result.rows.length > 0) return result;
      looked = true;
      release();
      await expect.poll(async () => (await rows()).filter(({ sent_at }) => sent_at).length, { timeout: 20_000 }).toBe(3);
      await setTimeout(50);
      return result;
    },
  });
  expect(await sendMails({ ...cx(), db, mail: slow })).toBe(4);
  expect(mail.sent).toHaveLength(4);
});

test('only automatic mails are marked as automatic', async () => {
  const answered = { ticket: 7, subject: 'It hangs', lines: ['Yes.'], resolved: false, byMail: false };
  await transact(cx(), (one) =>
    queueMail(one, { accountId: me.accountId, template: 'ticket-answered', data: answered, dedupeKey: 'answer' }),
  );
  await transact(cx(), (one) => queueMail(one, mailToQueue()));
  await sendMails(cx());
  expect(mail.sent.map(({ subject, byPerson }) => [subject.includes('It hangs'), byPerson])).toEqual(
    expect.arrayContaining([
      [true, true],
      [false, false],
    ]),
  );
});
