/** Limits of the fields of changeServerPassword. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  password: {"required":true,"type":"string","minLength":6,"maxLength":128,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  reboot: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
