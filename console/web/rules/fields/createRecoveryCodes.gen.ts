/** Limits of the fields of createRecoveryCodes. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  otp: {"anyOf":[{"type":"string","converts":"join","pattern":"^\\d{6}$","says":{"pattern":"Must be 6 digits."}},{"type":"integer","min":0,"max":999999}],"says":{"anyOf":"Must be 6 digits."},"nullable":true},
} as const satisfies FieldRules;
