import { z } from 'zod';
import { about, secretLine, Time } from './primitives.ts';
import { EmailAddress } from './session.ts';

const EmailChange = z
  .strictObject({
    email: z.string().meta(about('The new address.', 'ada@example.net')),
    new_confirmed: z.boolean().describe('Whether the link that was sent to the new address was used.'),
    old_confirmed: z.boolean().describe('Whether the link that was sent to the address of now was used.'),
    created_at: Time.describe('When it was asked for.'),
    expires_at: Time.describe('Until when both have to be used.'),
    counts_from: Time.nullable().describe(
      'Support has asked for it, since the address of now was said to be lost: from then on the link to the new one is enough. null: the user has asked, and both are needed.',
    ),
  })
  .meta({ id: 'EmailChange', description: 'A change of the address that waits to be confirmed.' });

export const PendingEmailChange = z
  .strictObject({ pending: EmailChange.nullable().describe('The change that waits; null: none does.') })
  .meta({ id: 'PendingEmailChange', description: 'Whether the address of the user is about to change.' });
export type PendingEmailChange = z.infer<typeof PendingEmailChange>;

export const CreateEmailChange = z
  .strictObject({ email: EmailAddress.describe('The new address.') })
  .meta({ id: 'CreateEmailChange', description: 'The address that the user shall have.' });

const secret = secretLine(1, 100).meta(
  about('The secret of the link in the mail.', 'Qm5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4eUoTiRwEyC'),
);

export const EmailChangeSecret = z
  .strictObject({ secret })
  .meta({ id: 'EmailChangeSecret', description: 'The secret of a link, of either mail.' });

export const ConfirmedEmailChange = z
  .strictObject({
    changed: z.boolean().describe('Whether the user has the new address now; false: the link of the other mail is needed too.'),
  })
  .meta({ id: 'ConfirmedEmailChange', description: 'What came of it.' });
