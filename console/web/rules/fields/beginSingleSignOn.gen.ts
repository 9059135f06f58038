/** Limits of the fields of beginSingleSignOn. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  email: {"type":"string","converts":"domain","maxLength":255,"pattern":"^(?:[A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$","says":{"type":"Must be an email address.","maxLength":"Must be an email address.","pattern":"Must be an email address."},"nullable":true},
  sign_in_key: {"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
} as const satisfies FieldRules;
