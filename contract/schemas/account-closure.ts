import { OBSTACLE_CODES } from '@innkeeper/model/people/account-closing';
import { z } from 'zod';
import { EmailAddress } from './email-address.ts';
import { about, Time } from './primitives.ts';

const Obstacle = z
  .strictObject({
    code: z.enum(OBSTACLE_CODES).meta(about('Stable code of the obstacle.', 'services')),
    count: z
      .int()
      .min(1)
      .meta(about('Number of items, or the amount in cents for `affiliate_earnings`, `balance` and `debt`.', 2)),
  })
  .meta({ id: 'ClosureObstacle', description: 'An obstacle that prevents closing the account.' });

export const AccountClosure = z
  .strictObject({
    status: z
      .enum(['open', 'closing'])
      .meta(about('`closing` from the request until the account is closed, otherwise `open`.', 'closing')),
    asked_at: Time.nullable().describe('Time of the request, or null if there is none.'),
    closes_at: Time.nullable().describe(
      'Time when the account is closed and its personal data erased, or null if no closing was requested.',
    ),
    obstacles: z
      .array(Obstacle)
      .describe('Obstacles that prevent closing the account. They are checked again before the account is closed.'),
  })
  .meta({ id: 'AccountClosure', description: 'State of closing the account.' });
export type AccountClosure = z.infer<typeof AccountClosure>;

export const CreateAccountClosure = z
  .strictObject({ email: EmailAddress.describe('Email address of the owner, as confirmation.') })
  .meta({ id: 'CreateAccountClosure', description: 'Confirmation for closing the account.' });
