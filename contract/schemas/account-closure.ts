import { OBSTACLE_CODES } from '@innkeeper/model/account-closing';
import { z } from 'zod';
import { about, Time } from './primitives.ts';
import { EmailAddress } from './session.ts';

const Obstacle = z
  .strictObject({
    code: z.enum(OBSTACLE_CODES).meta(about('What it is, a word that stays the same.', 'services')),
    count: z.int().min(1).meta(about('How many there are; of `affiliate_earnings`, `balance` and `debt`: cents.', 2)),
  })
  .meta({ id: 'ClosureObstacle', description: 'Something that stands in the way of closing the account.' });

export const AccountClosure = z
  .strictObject({
    status: z
      .enum(['open', 'closing'])
      .meta(about('`closing` from when it was asked for until the account is closed, `open` otherwise.', 'closing')),
    asked_at: Time.nullable().describe('When it was asked for; null: it was not.'),
    closes_at: Time.nullable().describe(
      'When the account is closed, and its personal data erased, unless that is undone; null: it stays open.',
    ),
    obstacles: z.array(Obstacle).describe('What stands in the way. It is asked for again before the account is closed.'),
  })
  .meta({ id: 'AccountClosure', description: 'Whether the account is about to be closed.' });
export type AccountClosure = z.infer<typeof AccountClosure>;

export const CreateAccountClosure = z
  .strictObject({ email: EmailAddress.describe('The address of the owner, to confirm that this account is meant.') })
  .meta({ id: 'CreateAccountClosure', description: 'Confirms that the account shall be closed.' });
