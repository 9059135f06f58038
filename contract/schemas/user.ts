import { z } from 'zod';
import { about, Id, line, Time, trimmed } from './primitives.ts';

export const Country = z
  .strictObject({
    id: Id.describe('Id of the country.'),
    code: z.string().meta(about('ISO 3166-1 alpha-2.', 'AT')),
    name: z.string().meta(about('Name in English.', 'Austria')),
    tax_rate: z.number().meta(about('1.2 for VAT of 20 percent.', 1.2)),
  })
  .meta({ id: 'Country', description: 'A country with its VAT.' });
export type Country = z.infer<typeof Country>;

export const User = z
  .strictObject({
    name: z.string().meta(about('Name of the customer.', 'Ada Example')),
    email: z.string().meta(about('Address for signing in and for messages.', 'ada@example.com')),
    tech_email: z.string().nullable().meta(about('Address for technical messages; null: they go to `email`.', 'ops@example.com')),
    phone_number: z.string().nullable().meta(about('Telephone number; null when none is given.', '+43 1 2345678')),
    country: Country.describe('Country of residence, which decides the VAT.'),
    city: z.string().nullable().meta(about('City; null when none is given.', 'Vienna')),
    address: z.string().nullable().meta(about('Street and number; null when none is given.', 'Example Street 1')),
    postal_code: z.string().nullable().meta(about('Postal code; null when none is given.', '1010')),
    language: z.string().meta(about('Language of messages, two letters.', 'en')),
    aff_hash: z
      .string()
      .nullable()
      .meta(about("The account's own referral code; null until the affiliate program is activated.", 'harbour-7')),
    company: z.boolean().describe('Whether the customer is a company.'),
    company_name: z.string().nullable().meta(about('Name of the company; null when none is given.', 'Example GmbH')),
    company_address: z.string().nullable().meta(about('Its address; null when none is given.', 'Example Street 1, 1010 Vienna')),
    company_number: z.string().nullable().meta(about('Its registration number; null when none is given.', 'FN 123456a')),
    vat_number: z.string().nullable().meta(about('Its VAT number; null when none is given.', 'ATU12345678')),
    '2fa_enabled': z.boolean().describe('Whether signing in asks for a code of an authenticator app.'),
    email_otp_enabled: z.boolean().describe('Whether signing in asks for a code that is sent by e-mail.'),
    newsletter: z.boolean().describe('Whether newsletters are sent by e-mail.'),
    created_at: Time.describe('When the account was opened.'),
  })
  .meta({ id: 'User', description: 'The customer and the account.' });
export type User = z.infer<typeof User>;

/** An empty text empties it; null means that it is not given. */
const text = line(0, 255).optional();

/** The code by which people invite others. */
export const ReferralCode = trimmed().regex(/^[A-Za-z0-9_-]{5,20}$/, 'Must be 5 to 20 letters, digits, hyphens or underscores.');

export const UpdateUser = z
  .strictObject({
    address: text.meta(about('Street and number; an empty text removes it.', 'Example Street 1')),
    country_id: Id.optional().meta(
      about('Id of the country. It cannot be changed once a company is set or an order was paid.', 14),
    ),
    city: text.meta(about('City; an empty text removes it.', 'Vienna')),
    postal_code: line(0, 20).optional().meta(about('Postal code; an empty text removes it.', '1010')),
    phone_number: z
      .string()
      .regex(/^(\+?[0-9][0-9 ()./-]{3,30})?$/, 'Must be a telephone number.')
      .optional()
      .meta(about('Telephone number; an empty text removes it.', '+43 1 2345678')),
    tech_email: z
      .union([z.email('Must be an email address.').max(255), z.literal('')])
      .optional()
      .meta(about('Address for technical messages; an empty text: they go to `email`.', 'ops@example.com')),
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
      .meta(about('Language of messages, two letters.', 'en')),
    newsletter: z.boolean().optional().describe('Whether newsletters are sent by e-mail.'),
    company: z.boolean().optional().describe('Whether the customer is a company.'),
    company_name: text.meta(
      about(
        'Name of the company. Company fields can change until the first paid order or within 5 days of the first deposit.',
        'Example GmbH',
      ),
    ),
    company_address: text.meta(about('Address of the company.', 'Example Street 1, 1010 Vienna')),
    company_number: line(0, 50).optional().meta(about('Registration number of the company.', 'FN 123456a')),
    vat_number: line(0, 50).optional().meta(about('VAT number of the company.', 'ATU12345678')),
    email_otp_enabled: z.boolean().optional().describe('Whether signing in asks for a code that is sent by e-mail.'),
  })
  .meta({ id: 'UpdateUser', description: 'The changes: at least one field. What is left out stays as it is.' });
