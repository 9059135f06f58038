/** Limits of the fields of enableServerRescue. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  password: {"type":"string","minLength":6,"maxLength":128,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  ssh_keys: {"type":"array","items":{"type":"integer","min":1,"max":2147483647},"maxItems":100,"nullable":true},
} as const satisfies FieldRules;
