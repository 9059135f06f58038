import { PROOFS } from '@innkeeper/model/sign-in/proofs';
import { z } from 'zod';
import { MemberRole } from './member.ts';
import { about, Id, Time } from './primitives.ts';
import { Session } from './session.ts';

const SignedInUser = z
  .strictObject({
    id: Id.describe('Id of the user.'),
    name: z.string().meta(about('Name of the user.', 'Ada Example')),
    email: z.string().meta(about('Email address of the user.', 'ada@example.com')),
    language: z.string().meta(about('Language of messages, as a code of two letters.', 'en')),
    has_password: z.boolean().describe('True if the user has a password.'),
    two_factor: z.boolean().describe('True if a sign-in needs a code of an authenticator app.'),
    email_code: z.boolean().describe('True if a sign-in needs a code that is sent by email.'),
    passkeys: z.int().min(0).meta(about('Number of passkeys.', 1)),
    recovery_codes_left: z.int().min(0).meta(about('Number of unused recovery codes. 0 without an authenticator app.', 10)),
  })
  .meta({ id: 'SignedInUser', description: 'The user of a session.' });

const CurrentAccount = z
  .strictObject({
    id: Id.describe('Id of the account.'),
    name: z.string().meta(about('Name of the customer.', 'Ada Example')),
    country: z.string().meta(about('Country of residence, ISO 3166-1 alpha-2.', 'AT')),
    suspended: z.boolean().describe('True if the account is suspended and can only be read.'),
    closes_at: Time.nullable().describe('Time at which the account closes, or null if it stays open.'),
  })
  .meta({ id: 'CurrentAccount', description: 'The account that a session acts in.' });

const OwnAccount = z
  .strictObject({
    id: Id.describe('Id of the account.'),
    name: z.string().meta(about('Name of the account.', 'Ada Example')),
    role: MemberRole.meta(about('Role of the user in this account.', 'owner')),
  })
  .meta({ id: 'OwnAccount', description: 'An account that the user of a session is a member of.' });

const Installation = z
  .strictObject({
    version: z
      .string()
      .meta(
        about(
          'Version of Innkeeper: the release, and the commit if it is known. It changes with an update.',
          '0.1.0+6f617465f4a1',
        ),
      ),
    currency: z.string().meta(about('Currency of all amounts, as ISO 4217 code.', 'EUR')),
    time_zone: z.string().meta(about('Time zone of snapshots and backups, IANA.', 'Europe/Vienna')),
    passkeys: z
      .boolean()
      .describe('True if passkeys work here. They need a host name, so they do not work if the API is reached by an address.'),
    geo_filter: z.boolean().describe('True if packets can be filtered by country.'),
  })
  .meta({ id: 'Installation', description: 'Facts of the installation that pages need.' });

export const CurrentSession = z
  .strictObject({
    session: Session.nullable().describe('Session of this request, or null for a visitor.'),
    user: SignedInUser.nullable().describe('User of the session, or null for a visitor.'),
    account: CurrentAccount.nullable().describe('Account that the session acts in, or null for a visitor.'),
    role: MemberRole.nullable().meta(about('Role of the user in the account, or null for a visitor.', 'owner')),
    member_id: Id.nullable().describe('Id of the membership, or null for a visitor.'),
    accounts: z
      .array(OwnAccount)
      .describe('Accounts that the session can act in, by name. A session of an identity provider has only its own.'),
    confirm_with: z
      .array(z.enum(PROOFS))
      .meta(
        about(
          'Proofs of its user that this session can give. `totp` is a code of the authenticator app, which the password then needs.',
          ['password', 'passkey'],
        ),
      ),
    event_id: z
      .int()
      .min(0)
      .nullable()
      .meta(about("Number of the account's latest event, 0 before its first; null for a visitor.", 41)),
    installation: Installation,
  })
  .meta({ id: 'CurrentSession', description: 'The caller of this request, and facts that pages begin with.' });
export type CurrentSession = z.infer<typeof CurrentSession>;
