import { SIGN_UP_MODES } from '@innkeeper/model/people/sign-up';
import { z } from 'zod';
import { NewEmailAddress } from './email-address.ts';
import { NewPassword } from './password.ts';
import { about, Id, line, secretLine } from './primitives.ts';
import { ReferralCode } from './user.ts';

const TermsVersion = line(1, 40);

export const SignUpRules = z
  .strictObject({
    mode: z
      .enum(SIGN_UP_MODES)
      .meta(about('Sign-up mode: open to everyone, by invitation of the host, or closed at the moment.', 'open')),
    terms: z
      .strictObject({
        version: TermsVersion.meta(about('Version of the terms of service.', '2026-11')),
        url: z.string().meta(about('URL of the terms of service.', 'https://www.example.com/terms/2026-11')),
      })
      .nullable()
      .describe('Terms of service, or null if there are none yet, so that no account can be opened.'),
  })
  .meta({ id: 'SignUpRules', description: 'The sign-up mode, and the terms of service.' });
export type SignUpRules = z.infer<typeof SignUpRules>;

export const CreateSignUp = z
  .strictObject({
    email: NewEmailAddress.describe('Email address of the new user, which receives the link.'),
    language: z
      .string()
      .regex(/^[a-z]{2}$/, 'Must be a language code of two letters.')
      .default('en')
      .meta(about('Language of messages, as a code of two letters.', 'en')),
  })
  .meta({ id: 'CreateSignUp', description: 'The address for a new account.' });

export const ConfirmSignUp = z
  .strictObject({
    secret: secretLine(1, 100).meta(about('Secret of the link in the email.', 'Qm5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4eUoTiRwEyC')),
    name: line(1, 100).meta(about('Name of the customer.', 'Ada Example')),
    country_id: Id.meta(about('Id of the country of residence, which decides the VAT. See `GET /countries`.', 14)),
    password: NewPassword,
    terms_version: TermsVersion.meta(
      about('Accepted version of the terms of service, which must be the current one. See `GET /sign-up`.', '2026-11'),
    ),
    referral_code: ReferralCode.optional().meta(about('Referral code of the affiliate who referred the customer.', 'harbour-7')),
  })
  .meta({ id: 'ConfirmSignUp', description: 'The secret of a link, and the data of the customer.' });

export const OpenedAccount = z
  .strictObject({
    account_id: Id.describe('Id of the new account.'),
    email: z.string().meta(about('Email address of the owner, for the sign-in.', 'ada@example.com')),
  })
  .meta({ id: 'OpenedAccount', description: 'The account that was opened.' });
export type OpenedAccount = z.infer<typeof OpenedAccount>;
