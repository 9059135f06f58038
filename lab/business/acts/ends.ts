/** Acts of operators that end services, or keep them after all. */
import type { Act, Acts } from '../business.ts';
import { idsOf, randomService, servicesOf } from '../random-rows.ts';
import { runOperator } from '../run-operator.ts';

const SERVING = `status in ('active', 'suspended')`;
const HOURS = [0, 1, 24, 24, 200, 720];

const endService: Act = async (business, customer) => {
  const service = await randomService(business, customer, SERVING);
  if (!service) return;
  await runOperator(business, 'endService', { service: service.id, after: business.random.of(HOURS), reason: 'at random' });
};

/** Keeps half of the services whose end is ahead. */
const keepServices: Act = async (business) => {
  const ending = `id in (select service_id from service_ends where undone_at is null) and ${SERVING}`;
  for (const { id } of await servicesOf(business, ending))
    if (business.random.oneIn(2)) await runOperator(business, 'keepService', { service: id, reason: 'at random' });
};

/** Ends all services of an account, which can order again later. */
const endAccount: Act = async (business, { email, accountId }) => {
  if (!business.random.oneIn(6)) return;
  await runOperator(business, 'endAccount', { account: email, after: business.random.of(HOURS), reason: 'at random' });
  if (
    (await idsOf(business, 'accounts', `id = ${accountId} and suspended_at is not null`)).length > 0 &&
    business.random.oneIn(2)
  )
    await runOperator(business, 'resumeAccount', { account: email });
};

export const END_ACTS: Acts = [
  [1, 'end a service', endService],
  [1, 'keep services', keepServices],
  [1, 'end an account', endAccount],
];
