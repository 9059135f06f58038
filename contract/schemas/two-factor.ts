import { z } from 'zod';
import { about, ifGiven } from './primitives.ts';

export const TwoFactorSecret = z
  .strictObject({
    secret_key: z
      .string()
      .regex(/^[A-Z2-7]{16,}$/)
      .meta(about('Base32 secret for an authenticator app: SHA1, 6 digits, 30 seconds.', 'JBSWY3DPEHPK3PXP')),
    otp_auth_url: z
      .string()
      .meta(
        about(
          'Secret as an otpauth URL, for a QR code.',
          'otpauth://totp/Innkeeper:me@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Innkeeper',
        ),
      ),
  })
  .meta({
    id: 'TwoFactorSecret',
    description: 'A new secret. Nothing is stored until two-factor authentication is enabled with it.',
  });
export type TwoFactorSecret = z.infer<typeof TwoFactorSecret>;

/** Returns the schema of a code as people type or paste it: `123 456`. Blanks are removed before validation. */
const code = (): z.ZodString => z.string().overwrite((text) => text.replaceAll(/\s/g, ''));
const DIGITS = [code().regex(/^\d{6}$/, 'Must be 6 digits.'), z.int().min(0).max(999_999)] as const;
const padded = (digits: string | number): string => String(digits).padStart(6, '0');

/** A one-time code, as 6 digits or as the integer that they spell. The operation gets 6 digits without blanks. */
const otp = z
  .union(DIGITS, { error: ifGiven('Must be 6 digits.') })
  .meta({ examples: ['123456'] })
  .transform(padded);

/** A one-time code or a recovery code. Case, dashes and blanks of a recovery code do not matter. */
export const OneTimeCode = z
  .union([...DIGITS, code().regex(/^[0-9a-fA-F]{4}[- ]?[0-9a-fA-F]{4}[- ]?[0-9a-fA-F]{4}$/)], {
    error: ifGiven('Must be 6 digits, or a recovery code.'),
  })
  .meta({ examples: ['123456'] })
  .transform(padded);

export const EnableTwoFactor = z
  .strictObject({
    otp: otp.describe('Code of the authenticator app, as 6 digits or as an integer.'),
    secret_key: z
      .string()
      .regex(/^[A-Z2-7]{16,128}$/, 'Must be a base32 key of at least 16 characters.')
      .meta(about('Secret that the code was created with.', 'JBSWY3DPEHPK3PXP')),
  })
  .meta({ id: 'EnableTwoFactor', description: 'The secret, and a code that proves that the app has it.' });

export const DisableTwoFactor = z
  .strictObject({
    otp: OneTimeCode.describe('Code of the authenticator app, as 6 digits or as an integer, or a recovery code.'),
  })
  .meta({ id: 'DisableTwoFactor', description: 'A code of the authenticator app, or a recovery code.' });

export const CreateRecoveryCodes = z
  .strictObject({
    otp: otp
      .optional()
      .meta(
        about(
          'Code of the authenticator app, as 6 digits or as an integer. Optional for 15 minutes in the session that enabled two-factor authentication.',
          '123456',
        ),
      ),
  })
  .meta({ id: 'CreateRecoveryCodes', description: 'A code that proves access to the authenticator app.' });

export const RecoveryCodes = z
  .strictObject({
    recovery_codes: z
      .array(z.string())
      .meta(
        about('Recovery codes. Each signs in once, instead of the authenticator app. Only this reply contains them.', [
          '7d2f-90ab-c4e1',
        ]),
      ),
  })
  .meta({ id: 'RecoveryCodes', description: 'The recovery codes, for a lost authenticator app.' });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
