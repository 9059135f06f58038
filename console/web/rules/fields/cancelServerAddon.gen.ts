/** Limits of the fields of cancelServerAddon. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  reason: {"required":true,"type":"string","minLength":1,"maxLength":1000,"pattern":"^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  now: {"required":true,"type":"boolean"},
} as const satisfies FieldRules;
