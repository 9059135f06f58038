/** Reminders of ends that the staff moves: each end that was told is reminded of, and none twice. */

import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { days, hours, minutes } from '@innkeeper/model/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { EXPIRY, renewing } from './given-renewing.ts';

let lab: Lab;
let now = EXPIRY;
const clock = { now: () => now };
let me: GivenAccount;
let operator: Operator;
let given: ReturnType<typeof renewing>;
beforeAll(async () => {
  lab = await openLab({ clock });
  await givenNode(lab.db);
  operator = openOperator({ db: lab.db, clock });
  given = renewing(lab, clock);
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.db);
});

const before = (end: Date, ms: number) => new Date(end.getTime() - ms);
const server = (hostname: string) => given.server(me.accountId, { auto_renew: false, hostname });
const move = (service: number, end: Date) =>
  operator.run('setService', { service, expiry_at: end.toISOString(), reason: 'For the outage.' });

/** What the reminders of this moment say: the mark, and of which servers; the same twice at once. */
async function remindedAt(at: Date): Promise<string[]> {
  now = at;
  const ids = async () =>
    (await lab.db.selectFrom('mails').select('id').where('account_id', '=', me.accountId).execute()).map(({ id }) => id);
  const old = await ids();
  await remindRenewals(given.cx());
  await remindRenewals(given.cx());
  const mails = await lab.db
    .selectFrom('mails')
    .select(['id', 'data'])
    .where('account_id', '=', me.accountId)
    .where('template', '=', 'renewal-reminder')
    .orderBy('id')
    .execute();
  return mails
    .filter(({ id }) => !old.includes(id))
    .map(({ data }) => {
      const told = data as { days: number; services: { name: string }[] };
      return `${told.days}: ${told.services.map(({ name }) => name).join(' ')}`;
    });
}

test('an end that is moved away and back within the window is reminded of once more, and its further marks as ever', async () => {
  const id = await server('web-1');
  await server('web-2');
  expect(await remindedAt(before(EXPIRY, days(6)))).toEqual(['7: web-1 web-2']);
  await move(id, new Date(EXPIRY.getTime() + days(60)));
  expect(await remindedAt(before(EXPIRY, days(5)))).toEqual([]);
  await move(id, EXPIRY);
  expect(await remindedAt(before(EXPIRY, days(4)))).toEqual(['7: web-1']);
  expect(await remindedAt(before(EXPIRY, days(3)))).toEqual(['3: web-1', '3: web-2']);
  expect(await remindedAt(before(EXPIRY, hours(23)))).toEqual(['1: web-1', '1: web-2']);
});

test('an end that is moved to a day of which others were reminded is told of, and what is moved together by one mail', async () => {
  const [one, other] = [await server('web-1'), await server('web-2')];
  for (const id of [one, other])
    await lab.db
      .updateTable('services')
      .set({ expiry_at: new Date(EXPIRY.getTime() + days(60)) })
      .where('id', '=', id)
      .execute();
  await server('web-3');
  expect(await remindedAt(before(EXPIRY, days(6)))).toEqual(['7: web-3']);
  now = before(EXPIRY, days(5) + minutes(1));
  for (const id of [one, other]) await move(id, EXPIRY);
  expect(await remindedAt(before(EXPIRY, days(5)))).toEqual(['7: web-1 web-2']);
});

test('once it was renewed past all that the staff has set, it is reminded of with the rest', async () => {
  const id = await server('web-1');
  await server('web-2');
  now = before(EXPIRY, days(20));
  await move(id, new Date(EXPIRY.getTime() + days(10)));
  const later = new Date(EXPIRY.getTime() + days(90));
  await lab.db.updateTable('services').set({ expiry_at: later }).where('account_id', '=', me.accountId).execute();
  expect(await remindedAt(before(later, days(6)))).toEqual(['7: web-1 web-2']);
});
