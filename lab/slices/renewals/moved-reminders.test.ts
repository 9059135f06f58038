/** Tests reminders of expiries that the staff moves. Each announced expiry has a reminder, and none has two. */

import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { EXPIRY, renewalHelpers } from './given-renewing.ts';

let lab: Lab;
let now = EXPIRY;
const clock = { now: () => now };
let me: GivenAccount;
let operator: Operator;
let given: ReturnType<typeof renewalHelpers>;
beforeAll(async () => {
  lab = await openLab({ clock });
  await givenNode(lab.db);
  operator = openOperator({ db: lab.db, clock });
  given = renewalHelpers(lab, clock);
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.db);
});

const before = (end: Date, ms: number) => new Date(end.getTime() - ms);
const server = (hostname: string) => given.server(me.accountId, { auto_renew: false, hostname });
const move = (service: number, end: Date) =>
  operator.run('setService', { service, expiry_at: end.toISOString(), reason: 'For the outage.' });

/** Runs the reminder job twice at this time. Returns the mark and the servers of each reminder. */
async function remindedAt(at: Date): Promise<string[]> {
  now = at;
  const ids = async () =>
    (await lab.db.selectFrom('mails').select('id').where('account_id', '=', me.accountId).execute()).map(({ id }) => id);
  const old = await ids();
  await remindRenewals(given.cx());
  await remindRenewals(given.cx());
  const mails = await lab.db
    .selectFrom('mails')
    .select(['id', 'data', 'once'])
    .where('account_id', '=', me.accountId)
    .where('template', '=', 'renewal-due')
    .orderBy('id')
    .execute();
  return mails
    .filter(({ id }) => !old.includes(id))
    .map(({ data, once }) => {
      const { services } = data as { services: { name: string }[] };
      const mark = once.split(':')[2];
      return `${mark}: ${services.map(({ name }) => name).join(' ')}`;
    });
}

test('an expiry moved away and back within the window gets one more reminder, and later ones as usual', async () => {
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

test('an expiry moved to a day with earlier reminders gets one, and services moved together share a mail', async () => {
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

test('after it is renewed past all moves by staff, its reminders are combined with others again', async () => {
  const id = await server('web-1');
  await server('web-2');
  now = before(EXPIRY, days(20));
  await move(id, new Date(EXPIRY.getTime() + days(10)));
  const later = new Date(EXPIRY.getTime() + days(90));
  await lab.db.updateTable('services').set({ expiry_at: later }).where('account_id', '=', me.accountId).execute();
  expect(await remindedAt(before(later, days(6)))).toEqual(['7: web-1 web-2']);
});
