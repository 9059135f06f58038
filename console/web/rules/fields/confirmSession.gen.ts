/** Limits of the fields of confirmSession. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  password: {"type":"string","minLength":1,"maxLength":200,"nullable":true},
  otp: {"anyOf":[{"type":"string","converts":"join","pattern":"^\\d{6}$","says":{"pattern":"Must be 6 digits."}},{"type":"integer","min":0,"max":999999},{"type":"string","converts":"join","pattern":"^[0-9a-fA-F]{4}[- ]?[0-9a-fA-F]{4}[- ]?[0-9a-fA-F]{4}$"}],"says":{"anyOf":"Must be 6 digits, or a recovery code."},"nullable":true},
} as const satisfies FieldRules;
