/** Limits of the fields of confirmPasswordReset. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  secret: {"required":true,"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  password: {"required":true,"type":"string","minLength":10,"maxLength":128},
} as const satisfies FieldRules;
