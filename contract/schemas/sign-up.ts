import { SIGN_UP_MODES } from '@innkeeper/model/sign-up';
import { z } from 'zod';
import { NewPassword } from './password.ts';
import { about, Id, line, secretLine } from './primitives.ts';
import { EmailAddress } from './session.ts';
import { ReferralCode } from './user.ts';

const TermsVersion = line(1, 40);

export const SignUpRules = z
  .strictObject({
    mode: z
      .enum(SIGN_UP_MODES)
      .meta(about('Who can open an account: everybody, who was invited by the host, or nobody at the moment.', 'open')),
    terms: z
      .strictObject({
        version: TermsVersion.meta(about('What is accepted with the account.', '2026-11')),
        url: z.string().meta(about('Where it can be read.', 'https://www.example.com/terms/2026-11')),
      })
      .nullable()
      .describe('The terms of service; null: there are none yet, and nobody can open an account.'),
  })
  .meta({ id: 'SignUpRules', description: 'Who can open an account, and on which terms.' });
export type SignUpRules = z.infer<typeof SignUpRules>;

export const CreateSignUp = z
  .strictObject({
    email: EmailAddress.describe('Address of the new user, to which the link is sent.'),
    language: z
      .string()
      .regex(/^[a-z]{2}$/, 'Must be a language code of two letters.')
      .default('en')
      .meta(about('Language of messages, two letters.', 'en')),
  })
  .meta({ id: 'CreateSignUp', description: 'Who wants to open an account.' });

export const ConfirmSignUp = z
  .strictObject({
    secret: secretLine(1, 100).meta(about('The secret of the link in the mail.', 'Qm5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4eUoTiRwEyC')),
    name: line(1, 100).meta(about('Name of the customer.', 'Ada Example')),
    country_id: Id.meta(about('Id of the country of residence, which decides the VAT: of `GET /countries`.', 14)),
    password: NewPassword,
    terms_version: TermsVersion.meta(
      about('The version of the terms of service that is accepted: the one that holds now, of `GET /sign-up`.', '2026-11'),
    ),
    referral_code: ReferralCode.optional().meta(about('Code of the affiliate who brought the customer.', 'harbour-7')),
  })
  .meta({ id: 'ConfirmSignUp', description: 'The secret of a link, and who the customer is.' });

export const OpenedAccount = z
  .strictObject({
    account_id: Id.describe('Id of the new account.'),
    email: z.string().meta(about('Address of its owner, to sign in with.', 'ada@example.com')),
  })
  .meta({ id: 'OpenedAccount', description: 'The account that was opened.' });
export type OpenedAccount = z.infer<typeof OpenedAccount>;
