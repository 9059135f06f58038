import { z } from 'zod';

export const TwoFactorSecret = z
  .strictObject({ secret_key: z.string().regex(/^[A-Z2-7]{16,}$/), otp_auth_url: z.string() })
  .meta({ id: 'TwoFactorSecret' });
export type TwoFactorSecret = z.infer<typeof TwoFactorSecret>;

/** A one-time code, as 6 digits or as the integer that they spell; the handler gets 6 digits. */
const otp = z
  .union([z.string().regex(/^\d{6}$/, 'Must be 6 digits.'), z.int().min(0).max(999_999)], { error: 'Must be 6 digits.' })
  .transform((code) => String(code).padStart(6, '0'));

export const EnableTwoFactor = z.strictObject({
  otp,
  secret_key: z.string().regex(/^[A-Z2-7]{16,128}$/, 'Must be a base32 key of 16 or more characters.'),
});

export const DisableTwoFactor = z.strictObject({ otp });
