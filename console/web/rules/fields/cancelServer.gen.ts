/** Limits of the fields of cancelServer. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  reason: {"type":"string","minLength":1,"maxLength":1000,"pattern":"^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  now: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
