/** Limits of the fields of createSignUp. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  email: {"required":true,"type":"string","converts":"domain","maxLength":255,"pattern":"^(?:[A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$","says":{"type":"Must be an email address.","maxLength":"Must be an email address.","pattern":"Must be an email address."}},
  language: {"type":"string","pattern":"^[a-z]{2}$","says":{"pattern":"Must be a language code of two letters."},"nullable":true},
} as const satisfies FieldRules;
