import { alertOnce, openAlerts } from '@innkeeper/db/tables/alerts';
import { insertReceivedMail } from '@innkeeper/db/tables/received-mails';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenTicket } from '@innkeeper/lab/given-tickets';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
});
afterAll(() => lab.close());

const at = new Date();
const unreadable = { handled_at: at, outcome: 'held', why: 'unreadable' } as const;
const given = (letter: string, fields: Partial<Parameters<typeof insertReceivedMail>[1]> = {}) =>
  insertReceivedMail(lab.db, {
    ...{ received_at: at, source: 'pipe', bytes: 1, sha256: letter.repeat(64), key: `${letter.repeat(64)}-${letter.repeat(16)}` },
    ...fields,
  });

test('setInbox changes the given settings, and showInbox shows them', async () => {
  expect(await operator.run('showInbox')).toMatchObject({ address: null, unknown_senders: 'refuse' });
  const set = {
    address: 'Support@Shop.example',
    unknown_senders: 'ticket',
    department: 'technical',
  };
  const shown = { ...set, address: 'support@shop.example' };
  expect(await operator.run('setInbox', set)).toMatchObject(shown);
  expect(await operator.run('setInbox', { department: 'first' })).toMatchObject({
    ...{ address: shown.address, department: null },
  });
  expect(await operator.run('setInbox', { address: 'none' })).toMatchObject({ address: null });
  await expect(operator.run('setInbox')).rejects.toThrow('Name at least one setting to change.');
  await expect(operator.run('setInbox', { address: 'a+b@shop.example' })).rejects.toThrow('identifies tickets');
  await expect(operator.run('setInbox', { department: 'nothing' })).rejects.toThrow('department does not exist');
});

test('listInbox shows received mails, and releaseInbox handles a held one again', async () => {
  const held = await given('a', { handled_at: at, outcome: 'held', why: 'loop', from_address: 'bot@example.net' });
  await given('b');
  const { accountId } = await givenAccount(lab.db);
  const ticket_id = await givenTicket(lab.db, { accountId });
  const taken = await given('c', { handled_at: at, outcome: 'reply', ticket_id });
  const gone = await given('d', { handled_at: at, outcome: 'ignored', why: 'list', key: null });
  expect((await operator.run('listInbox')).data.map(({ outcome }) => outcome)).toEqual(['ignored', 'reply', 'waiting', 'held']);
  expect((await operator.run('listInbox', { held: true })).data).toMatchObject([{ id: held, why: 'loop' }]);
  expect(await operator.run('releaseInbox', { mail: held })).toEqual({ mails: [held], outcome: 'waiting', remaining: 0 });
  expect((await operator.run('listInbox', { held: true })).data).toEqual([]);
  await expect(operator.run('releaseInbox', { mail: held })).rejects.toThrow('not processed yet');
  await expect(operator.run('releaseInbox', { mail: taken })).rejects.toThrow(`is already in ticket ${ticket_id}`);
  await expect(operator.run('releaseInbox', { mail: gone })).rejects.toThrow('because of its age');
  await expect(operator.run('releaseInbox', { mail: 9_999 })).rejects.toThrow('Mail 9999 does not exist.');
});

test('releaseInbox and dropInbox take all mails that are held for a reason', async () => {
  const heldFor = (letter: string, why: string) =>
    given(letter, { handled_at: at, outcome: 'held', why, from_address: 'x@example.net' });
  const [one, two, other] = [await heldFor('1', 'loop'), await heldFor('2', 'loop'), await heldFor('3', 'flood')];
  const outcomes = async () => (await operator.run('listInbox')).data.slice(0, 3).map(({ outcome, why }) => [outcome, why]);
  expect(await operator.run('releaseInbox', { mail: 'loop' })).toEqual({ mails: [one, two], outcome: 'waiting', remaining: 0 });
  expect(await outcomes()).toEqual([
    ['held', 'flood'],
    ['waiting', null],
    ['waiting', null],
  ]);
  expect(await operator.run('dropInbox', { mail: 'flood' })).toEqual({ mails: [other], outcome: 'ignored', remaining: 0 });
  expect(await outcomes()).toEqual([
    ['ignored', 'flood'],
    ['waiting', null],
    ['waiting', null],
  ]);
  expect(await operator.run('dropInbox', { mail: 'flood' })).toEqual({ mails: [], outcome: 'ignored', remaining: 0 });
  await expect(operator.run('dropInbox', { mail: 'nothing' })).rejects.toThrow('loop, flood, unreadable or killed');
  await expect(operator.run('dropInbox', { mail: other })).rejects.toThrow('is not held');
  await expect(operator.run('dropInbox', { mail: 9_999 })).rejects.toThrow('Mail 9999 does not exist.');
  // A dropped mail can still be released, as any other ignored mail.
  expect(await operator.run('releaseInbox', { mail: other })).toMatchObject({ mails: [other] });
});

test('dropInbox closes the alert of unreadable mails with the last one', async () => {
  const [one, two] = [await given('4', unreadable), await given('5', unreadable)];
  await alertOnce(lab.db, { kind: 'mail_unreadable', key: 'mails', message: 'x' });
  await operator.run('dropInbox', { mail: one });
  expect(await openAlerts(lab.db)).toHaveLength(1);
  await operator.run('dropInbox', { mail: two });
  expect(await openAlerts(lab.db)).toEqual([]);
});
