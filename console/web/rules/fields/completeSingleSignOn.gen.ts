/** Limits of the fields of completeSingleSignOn. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  state: {"required":true,"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  code: {"type":"string","minLength":1,"maxLength":4000,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  iss: {"type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  error: {"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
} as const satisfies FieldRules;
