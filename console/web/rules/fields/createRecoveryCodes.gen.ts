/** Limits of the fields of createRecoveryCodes. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "otp": {"required":true,"description":"Code of the authenticator app, as 6 digits or as an integer.","anyOf":[{"type":"string","pattern":"^\\d{6}$"},{"type":"integer","min":0,"max":999999}],"example":"123456"},
} as const satisfies FieldRules;
