/** Limits of the fields of enableTwoFactor. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "otp": {"required":true,"description":"Code of the authenticator app, as 6 digits or as an integer.","anyOf":[{"type":"string","pattern":"^\\d{6}$"},{"type":"integer","min":0,"max":999999}],"example":"123456"},
  "secret_key": {"required":true,"type":"string","pattern":"^[A-Z2-7]{16,128}$","description":"Secret that the code was created with.","example":"JBSWY3DPEHPK3PXP"},
} as const satisfies FieldRules;
