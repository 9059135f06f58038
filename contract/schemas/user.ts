import { MUTED_MAILS } from '@innkeeper/model/mail/muted';
import { z } from 'zod';
import { NewEmailAddress } from './email-address.ts';
import { about, Id, line, Time, trimmed } from './primitives.ts';

export const Country = z
  .strictObject({
    id: Id.describe('Id of the country.'),
    code: z.string().meta(about('ISO 3166-1 alpha-2 code.', 'AT')),
    name: z.string().meta(about('Name in English.', 'Austria')),
    tax_rate: z.number().meta(about('VAT that this host charges a consumer, as a factor: 1.2 for 20 percent, 1 for none.', 1.2)),
  })
  .meta({ id: 'Country', description: 'A country with the VAT that this host charges consumers there.' });
export type Country = z.infer<typeof Country>;

export const MutedMail = z
  .enum(MUTED_MAILS)
  .meta(
    about(
      'A mail that a user can switch off: `server-ready` (servers of an order are ready), `renewal-ahead` (an upcoming renewal), `renewed` (a paid renewal) or `deposit` (a deposit).',
      'renewed',
    ),
  );

export const User = z
  .strictObject({
    name: z.string().meta(about('Name of the customer.', 'Ada Example')),
    email: z.string().meta(about('Email address for the sign-in and for messages.', 'ada@example.com')),
    tech_email: z
      .string()
      .nullable()
      .meta(about('Email address for technical messages, or null to use `email`.', 'ops@example.com')),
    phone_number: z.string().nullable().meta(about('Telephone number, or null if there is none.', '+43 1 2345678')),
    country: Country.describe('Country of residence, which decides the VAT.'),
    city: z.string().nullable().meta(about('City, or null if there is none.', 'Vienna')),
    address: z.string().nullable().meta(about('Street and number, or null if there are none.', 'Example Street 1')),
    postal_code: z.string().nullable().meta(about('Postal code, or null if there is none.', '1010')),
    language: z.string().meta(about('Language of messages, as a code of two letters.', 'en')),
    aff_hash: z
      .string()
      .nullable()
      .meta(about('Referral code of the account, or null until the affiliate program is activated.', 'harbour-7')),
    company: z.boolean().describe('True if the customer is a company.'),
    company_name: z.string().nullable().meta(about('Name of the company, or null if there is none.', 'Example GmbH')),
    company_address: z
      .string()
      .nullable()
      .meta(about('Address of the company, or null if there is none.', 'Example Street 1, 1010 Vienna')),
    company_number: z
      .string()
      .nullable()
      .meta(about('Registration number of the company, or null if there is none.', 'FN 123456a')),
    vat_number: z.string().nullable().meta(about('VAT number of the company, or null if there is none.', 'ATU12345678')),
    '2fa_enabled': z
      .boolean()
      .describe(
        'True if two-factor authentication is enabled. If an access token enabled it, a sign-in needs a code only after a session has given one, and it ends after an hour without.',
      ),
    email_otp_enabled: z.boolean().describe('True if a sign-in needs a code sent by email.'),
    newsletter: z.boolean().describe('True if newsletters are sent by email.'),
    muted_mails: z.array(MutedMail).describe('Mails that the user does not get.'),
    created_at: Time.describe('Time when the account was opened.'),
  })
  .meta({ id: 'User', description: 'The customer and the account.' });
export type User = z.infer<typeof User>;

/** Optional text. An empty string clears the value, and `null` counts as omitted. */
const text = line(0, 255).optional();

/** Referral code of an affiliate. */
export const ReferralCode = trimmed().regex(/^[A-Za-z0-9_-]{5,20}$/, 'Must be 5 to 20 letters, digits, hyphens or underscores.');

export const UpdateUser = z
  .strictObject({
    address: text.meta(about('Street and number. An empty string removes them.', 'Example Street 1')),
    country_id: Id.optional().meta(
      about('Id of the country. It cannot be changed after a company is set or an order is paid.', 14),
    ),
    city: text.meta(about('City. An empty string removes it.', 'Vienna')),
    postal_code: line(0, 20)
      .optional()
      .meta(
        about(
          'Postal code. An empty string removes it. A change to a postal code with other VAT is refused after a company is set or an order is paid.',
          '1010',
        ),
      ),
    phone_number: z
      .string()
      .regex(/^(\+?[0-9][0-9 ()./-]{3,30})?$/, 'Must be a telephone number.')
      .optional()
      .meta(about('Telephone number. An empty string removes it.', '+43 1 2345678')),
    tech_email: z
      .union([NewEmailAddress, z.literal('')])
      .optional()
      .meta(about('Email address for technical messages. An empty string means `email`.', 'ops@example.com')),
    referral_code: ReferralCode.optional().meta(
      about(
        'Code of the affiliate who referred this account. Can be set once, within 30 days of sign-up or before the first paid order.',
        'harbour-7',
      ),
    ),
    language: z
      .string()
      .regex(/^[a-z]{2}$/, 'Must be a language code of two letters.')
      .optional()
      .meta(about('Language of messages, as a code of two letters.', 'en')),
    newsletter: z.boolean().optional().describe('True to get newsletters by email.'),
    muted_mails: z
      .array(MutedMail)
      .max(MUTED_MAILS.length)
      .refine((muted) => new Set(muted).size === muted.length, 'Must not name a mail twice.')
      .optional()
      .describe('Mails that the user does not want. An empty list means all mails.'),
    company: z.boolean().optional().describe('True if the customer is a company.'),
    company_name: text.meta(
      about(
        'Name of the company. Company fields can be changed before the first paid order, or within 5 days of the first deposit.',
        'Example GmbH',
      ),
    ),
    company_address: text.meta(about('Address of the company.', 'Example Street 1, 1010 Vienna')),
    company_number: line(0, 50).optional().meta(about('Registration number of the company.', 'FN 123456a')),
    vat_number: line(0, 50).optional().meta(about('VAT number of the company.', 'ATU12345678')),
    email_otp_enabled: z.boolean().optional().describe('True if a sign-in needs a code sent by email.'),
  })
  .meta({ id: 'UpdateUser', description: 'The changes: at least one field. Fields that are omitted do not change.' });
