/** Tests the invoices of mails: attached as PDF, or linked, and never those of another account. */
import { insertMails } from '@innkeeper/db/tables/mails';
import { MAX_ATTACHED_BYTES } from '@innkeeper/engine/mail/port';
import { sendMails } from '@innkeeper/jobs/send-mails';
import { MAIL_EXAMPLES } from '@innkeeper/lab/mail-examples';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { type FakeMail, fakeMail } from '../fake-mail.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenJobCx } from '../given-cx.ts';
import { givenPaidOrder, givenSeller, issueNow } from '../given-invoices.ts';

let lab: TestDatabase;
let me: GivenAccount;
let mail: FakeMail;
let count = 0;
beforeAll(async () => {
  lab = await openTestDatabase();
  await givenSeller(lab.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  await lab.db.deleteFrom('mails').execute();
  me = await givenAccount(lab.db);
  mail = fakeMail();
});

const cx = (mailInvoices: 'attach' | 'link' = 'attach') => {
  const job = givenJobCx(lab.db);
  return { ...job, mail, settings: { ...job.settings, mailInvoices, pageUrl: 'https://panel.example.com/' } };
};

async function givenInvoice(accountId: number): Promise<number> {
  await givenPaidOrder(lab.db, { accountId });
  await issueNow(lab.db);
  const { id } = await lab.db
    .selectFrom('invoices')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', 'original')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

async function queue(ids: readonly number[]): Promise<void> {
  const now = new Date();
  const row = { account_id: me.accountId, user_id: me.userId, address: me.email, language: 'en' };
  const data = JSON.stringify(MAIL_EXAMPLES['order-paid']);
  const attachments = JSON.stringify(ids);
  count += 1;
  await insertMails(lab.db, [
    { ...row, template: 'order-paid', data, attachments, once: `documents-${count}`, created_at: now, next_try_at: now },
  ]);
}

const files = () => lab.db.selectFrom('invoice_documents').select(['invoice_id', 'bytes']).execute();
const requests = () => lab.db.selectFrom('invoice_renders').select(['invoice_id', 'format']).execute();
const LINK = 'https://panel.example.com/invoices';

test('a missing file is rendered, kept and attached', async () => {
  const id = await givenInvoice(me.accountId);
  await queue([id]);
  expect(await sendMails(cx())).toBe(1);
  const [sent] = mail.sent;
  expect(sent?.attachments).toMatchObject([{ name: expect.stringMatching(/^invoice-\d{10}\.pdf$/) }]);
  const [file] = sent?.attachments ?? [];
  expect(
    Buffer.from(file?.bytes ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(sent?.text).toContain(`Attached: ${file?.name}`);
  expect(sent?.text).not.toContain(LINK);
  expect((await files()).find(({ invoice_id }) => invoice_id === id)?.bytes).toEqual(Buffer.from(file?.bytes ?? []));
  // The second reader gets the stored file.
  await queue([id]);
  await sendMails(cx(), { render: () => Promise.reject(new Error('rendered again')) });
  expect(mail.sent[1]?.attachments).toHaveLength(1);
});

test('the text is that of the frame: brand, seller, reason', async () => {
  await queue([]);
  await sendMails(cx());
  const { name } = await lab.db.selectFrom('seller').select('name').executeTakeFirstOrThrow();
  expect(mail.sent[0]?.text).toContain(name);
  expect(mail.sent[0]?.text).toContain(`you are the owner of account ${me.accountId}`);
  expect(mail.sent[0]?.attachments).toEqual([]);
});

test('with "link", the mail links the page of invoices, and nothing is rendered', async () => {
  const id = await givenInvoice(me.accountId);
  await queue([id]);
  await sendMails(cx('link'), { render: () => Promise.reject(new Error('rendered')) });
  expect(mail.sent[0]?.attachments).toEqual([]);
  expect(mail.sent[0]?.text).toContain(LINK);
  expect((await files()).some(({ invoice_id }) => invoice_id === id)).toBe(false);
});

test('a renderer that fails does not delay the mail, which then has a link', async () => {
  const id = await givenInvoice(me.accountId);
  await queue([id]);
  expect(await sendMails(cx(), { render: () => Promise.reject(new Error('no font')) })).toBe(1);
  expect(mail.sent[0]?.attachments).toEqual([]);
  expect(mail.sent[0]?.text).toContain(LINK);
  expect(await requests()).toContainEqual({ invoice_id: id, format: 'pdf' });
});

test('files that are too large are linked', async () => {
  const id = await givenInvoice(me.accountId);
  await queue([id]);
  await sendMails(cx(), { render: async () => Buffer.alloc(MAX_ATTACHED_BYTES + 1) });
  expect(mail.sent[0]?.attachments).toEqual([]);
  expect(mail.sent[0]?.text).toContain(LINK);
});

test('the document of another account, and one that does not exist, are left out', async () => {
  const other = await givenInvoice((await givenAccount(lab.db)).accountId);
  await queue([other, 2_000_000_000]);
  expect(await sendMails(cx())).toBe(1);
  expect(mail.sent[0]?.attachments).toEqual([]);
  expect(mail.sent[0]?.text).not.toContain(LINK);
});

test('a failed query is retried with the mail', async () => {
  const id = await givenInvoice(me.accountId);
  await queue([id]);
  const db = lab.db.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('"invoices"')) throw new Error('connection lost');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  expect(await sendMails({ ...cx(), db })).toBe(0);
  const [row] = await lab.db.selectFrom('mails').select(['error', 'failed_at', 'tries']).execute();
  expect(row).toEqual({ error: 'connection lost', failed_at: null, tries: 1 });
});
