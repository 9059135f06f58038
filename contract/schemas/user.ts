import { z } from 'zod';
import { Id, line, Time } from './primitives.ts';

export const Country = z
  .strictObject({ id: Id, code: z.string(), name: z.string(), tax_rate: z.number() })
  .meta({ id: 'Country' });
export type Country = z.infer<typeof Country>;

export const User = z
  .strictObject({
    name: z.string(),
    email: z.string(),
    tech_email: z.string().nullable(),
    phone_number: z.string().nullable(),
    country: Country,
    city: z.string().nullable(),
    address: z.string().nullable(),
    postal_code: z.string().nullable(),
    language: z.string(),
    aff_hash: z.string().nullable(),
    company: z.boolean(),
    company_name: z.string().nullable(),
    company_address: z.string().nullable(),
    company_number: z.string().nullable(),
    vat_number: z.string().nullable(),
    '2fa_enabled': z.boolean(),
    email_otp_enabled: z.boolean(),
    newsletter: z.boolean(),
    created_at: Time,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

const text = line(1, 255).nullable().optional();

/** The code by which people invite others. */
export const ReferralCode = z.string().regex(/^[A-Za-z0-9_-]{5,20}$/, 'Must be 5 to 20 letters, digits, hyphens or underscores.');

export const UpdateUser = z
  .strictObject({
    address: text,
    country_id: Id.optional(),
    city: text,
    postal_code: line(1, 20).nullable().optional(),
    phone_number: z
      .string()
      .regex(/^\+?[0-9][0-9 ()./-]{3,30}$/, 'Must be a telephone number.')
      .nullable()
      .optional(),
    tech_email: z.email('Must be an email address.').max(255).nullable().optional(),
    referral_code: ReferralCode.optional(),
    language: z
      .string()
      .regex(/^[a-z]{2}$/, 'Must be a language code of two letters.')
      .optional(),
    newsletter: z.boolean().optional(),
    company: z.boolean().optional(),
    company_name: text,
    company_address: text,
    company_number: line(1, 50).nullable().optional(),
    vat_number: line(1, 50).nullable().optional(),
    email_otp_enabled: z.boolean().optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'Must name at least one field.');
