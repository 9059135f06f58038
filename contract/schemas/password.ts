import { PASSWORD_CHARACTERS } from '@innkeeper/model/sign-in/password-rules';
import { z } from 'zod';
import { about, secretLine } from './primitives.ts';
import { EmailAddress, GivenPassword } from './session.ts';

/** What makes a good one besides its length is asked where it is set (model/sign-in/password-rules.ts). */
export const NewPassword = z
  .string()
  .min(PASSWORD_CHARACTERS.least, `Must have at least ${PASSWORD_CHARACTERS.least} characters.`)
  .max(PASSWORD_CHARACTERS.most, `Must have at most ${PASSWORD_CHARACTERS.most} characters.`)
  .meta(
    about(
      'The new password: 10 to 128 characters; neither a common one, nor the address of the user or the name of the host.',
      'seven green lanterns',
    ),
  );

export const CreatePasswordReset = z
  .strictObject({ email: EmailAddress.describe('Address of the user, in whatever case.') })
  .meta({ id: 'CreatePasswordReset', description: 'Whose password is to be set.' });

export const ConfirmPasswordReset = z
  .strictObject({
    secret: secretLine(1, 100).meta(about('The secret of the link in the mail.', 'Qm5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4eUoTiRwEyC')),
    password: NewPassword,
  })
  .meta({ id: 'ConfirmPasswordReset', description: 'The secret of a link, and the password.' });

export const ChangeUserPassword = z
  .strictObject({
    current_password: GivenPassword.optional().describe('The password of now; for users who have one.'),
    password: NewPassword,
  })
  .meta({ id: 'ChangeUserPassword', description: 'The new password, and the one of now.' });
