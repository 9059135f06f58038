import type { Mutation } from '../mutation.ts';
import { ACCESS } from './access.ts';
import { BILLING } from './billing.ts';
import { CAPACITY } from './capacity.ts';
import { EMAIL_CHANGES } from './email-change.ts';
import { MONEY } from './money.ts';
import { PEOPLE } from './people.ts';
import { STAFF } from './staff.ts';
import { STATES } from './states.ts';
import { TAX } from './tax.ts';

/** Lines of guards and rules, by what they are about. */
export const MUTATIONS: readonly Mutation[] = [
  ...MONEY,
  ...BILLING,
  ...CAPACITY,
  ...ACCESS,
  ...PEOPLE,
  ...EMAIL_CHANGES,
  ...STAFF,
  ...STATES,
  ...TAX,
];
