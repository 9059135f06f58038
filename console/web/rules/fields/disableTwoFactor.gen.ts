/** Limits of the fields of disableTwoFactor. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "otp": {"required":true,"description":"Code of the authenticator app, as 6 digits or as an integer, or a recovery code.","anyOf":[{"type":"string","pattern":"^\\d{6}$"},{"type":"integer","min":0,"max":999999},{"type":"string","pattern":"^[0-9a-fA-F]{4}[- ]?[0-9a-fA-F]{4}[- ]?[0-9a-fA-F]{4}$"}],"example":"123456"},
} as const satisfies FieldRules;
