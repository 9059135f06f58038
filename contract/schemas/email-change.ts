import { z } from 'zod';
import { NewEmailAddress } from './email-address.ts';
import { about, secretLine, Time } from './primitives.ts';

const EmailChange = z
  .strictObject({
    email: z.string().meta(about('New email address.', 'ada@example.net')),
    new_confirmed: z.boolean().describe('True if the link to the new address was used.'),
    old_confirmed: z.boolean().describe('True if the link to the current address was used.'),
    created_at: Time.describe('Time of the request.'),
    expires_at: Time.describe('Latest time to use both links.'),
    counts_from: Time.nullable().describe(
      'Time from which the link to the new address is sufficient. Set if support requested the change because the current address is lost. Null if the user requested the change, so that both links are needed.',
    ),
  })
  .meta({ id: 'EmailChange', description: 'A pending change of the email address.' });

export const PendingEmailChange = z
  .strictObject({ pending: EmailChange.nullable().describe('Pending change, or null if there is none.') })
  .meta({ id: 'PendingEmailChange', description: 'The pending change of the email address of the user, if any.' });
export type PendingEmailChange = z.infer<typeof PendingEmailChange>;

export const CreateEmailChange = z
  .strictObject({ email: NewEmailAddress.describe('New email address.') })
  .meta({ id: 'CreateEmailChange', description: 'The new address of the user.' });

const secret = secretLine(1, 100).meta(about('Secret of the link in the email.', 'Qm5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4eUoTiRwEyC'));

export const EmailChangeSecret = z
  .strictObject({ secret })
  .meta({ id: 'EmailChangeSecret', description: 'The secret of a link from either email.' });

export const ConfirmedEmailChange = z
  .strictObject({
    changed: z
      .boolean()
      .describe('True if the user now has the new address. False if the link of the other email is also needed.'),
  })
  .meta({ id: 'ConfirmedEmailChange', description: 'The result of the confirmation.' });
