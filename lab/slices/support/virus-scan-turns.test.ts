/** Tests an account whose files occupy the virus scanner, and the files of other accounts at the same time. */
import { readdir } from 'node:fs/promises';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { markScannerUnavailable } from '@innkeeper/db/tables/scanner';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { checkScanner } from '@innkeeper/jobs/check-scanner';
import { type Answer, type Lab, openLab } from '@innkeeper/lab/app';
import { type FakeClamd, openFakeClamd, SLOW_FILE_TEXT } from '@innkeeper/lab/fake-clamd';
import { formOf, partsOf } from '@innkeeper/lab/form';
import { givenAccount } from '@innkeeper/lab/given';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { openLabInbox } from '@innkeeper/lab/received-mail';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

let lab: Lab;
let clamd: FakeClamd;
let operator: Operator;
const scanners = openScanners({ waitMs: 100 });
beforeAll(async () => {
  lab = await openLab({ scanners });
  clamd = await openFakeClamd();
  operator = openOperator(lab);
  await operator.run('setScanner', { socket: clamd.socket });
});
afterEach(() => clamd.release());
afterAll(async () => {
  await clamd.close();
  await lab.close();
});

interface Writer {
  ticket: number;
  token: string;
}
async function givenWriter(): Promise<Writer> {
  const { accountId, token } = await givenAccount(lab.db);
  return { ticket: await givenTicket(lab.db, { accountId }), token };
}

function reply({ ticket, token }: Writer, ...contents: string[]): Promise<Answer> {
  const files = contents.map((content, at) => ({ file: `${at}.log`, content }));
  const { payload, headers } = formOf(partsOf({ message: 'Here is the log.' }, files));
  const url = `/v1/support/tickets/${ticket}/messages`;
  return lab.send({ method: 'POST', url, payload, headers: { ...headers, authorization: `Bearer ${token}` } });
}

const alerts = async () => (await openAlerts(lab.db)).map(({ kind }) => kind);
const away = async () => (await operator.run('showScanner')).away;
const held = (files: number) => vi.waitFor(() => expect(clamd.held()).toBe(files));

test('files of others are accepted in the meantime; the busy account gets 503 with a retry time, without an alert', async () => {
  const [slow, other] = [await givenWriter(), await givenWriter()];
  const first = reply(slow, SLOW_FILE_TEXT, SLOW_FILE_TEXT);
  await held(2);
  const { status, headers, body } = await reply(slow, 'kernel panic');
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'scanner_unavailable', '60']);
  expect((await reply(other, 'kernel panic', 'log')).status).toBe(200);
  const kept = await readdir(lab.attachments);
  expect((await reply(slow, 'a', 'b', 'c')).status).toBe(503);
  expect(await readdir(lab.attachments)).toEqual(kept);
  expect([await alerts(), await away()]).toEqual([[], null]);
  clamd.release();
  expect((await first).status).toBe(200);
  expect((await reply(slow, 'kernel panic')).status).toBe(200);
});

test('a scanner that two accounts keep busy is not reported as unavailable, not even by the monitoring job', async () => {
  const [one, two, other] = [await givenWriter(), await givenWriter(), await givenWriter()];
  const inbox = openLabInbox(lab, lab.attachments, { scanners });
  const begun = [one, two].map((writer) => reply(writer, SLOW_FILE_TEXT, SLOW_FILE_TEXT));
  await held(4);
  expect((await reply(other, 'kernel panic')).status).toBe(503);
  await checkScanner(inbox.cx);
  expect([await alerts(), await away()]).toEqual([[], null]);
  await markScannerUnavailable(lab.db, { error: 'it is gone', now: new Date() });
  await checkScanner(inbox.cx);
  expect((await reply(other, 'kernel panic')).status).toBe(503);
  expect([await alerts(), (await away())?.error]).toEqual([['scanner_away'], 'it is gone']);
  clamd.release();
  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await reply(other, 'kernel panic')).status).toBe(200);
  expect([await alerts(), await away()]).toEqual([[], null]);
  await inbox.close();
});
