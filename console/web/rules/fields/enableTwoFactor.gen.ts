/** Limits of the fields of enableTwoFactor. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  otp: {"required":true,"anyOf":[{"type":"string","converts":"join","pattern":"^\\d{6}$","says":{"pattern":"Must be 6 digits."}},{"type":"integer","min":0,"max":999999}],"says":{"anyOf":"Must be 6 digits."}},
  secret_key: {"required":true,"type":"string","pattern":"^[A-Z2-7]{16,128}$","says":{"pattern":"Must be a base32 key of at least 16 characters."}},
} as const satisfies FieldRules;
