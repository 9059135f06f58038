import { PASSWORD_CHARACTERS } from '@innkeeper/model/sign-in/password-rules';
import { z } from 'zod';
import { EmailAddress } from './email-address.ts';
import { about, secretLine } from './primitives.ts';
import { GivenPassword } from './session.ts';

/** A new password. Only its length is checked here. The use case checks its quality (model/sign-in/password-rules.ts). */
export const NewPassword = z
  .string()
  .min(PASSWORD_CHARACTERS.min, `Must have at least ${PASSWORD_CHARACTERS.min} characters.`)
  .max(PASSWORD_CHARACTERS.max, `Must have at most ${PASSWORD_CHARACTERS.max} characters.`)
  .meta(
    about(
      'New password, 10 to 128 characters. Common passwords, the address of the user and the name of the host are refused.',
      'seven green lanterns',
    ),
  );

export const CreatePasswordReset = z
  .strictObject({ email: EmailAddress.describe('Email address of the user. Not case-sensitive.') })
  .meta({ id: 'CreatePasswordReset', description: 'The user whose password is reset.' });

export const ConfirmPasswordReset = z
  .strictObject({
    secret: secretLine(1, 100).meta(about('Secret of the link in the email.', 'Qm5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4eUoTiRwEyC')),
    password: NewPassword,
  })
  .meta({ id: 'ConfirmPasswordReset', description: 'The secret of a link, and the new password.' });

export const ChangeUserPassword = z
  .strictObject({
    current_password: GivenPassword.optional().describe('Current password, for users who have one.'),
    password: NewPassword,
  })
  .meta({ id: 'ChangeUserPassword', description: 'The new password, and the current one.' });
