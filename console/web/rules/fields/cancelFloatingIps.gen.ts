/** Limits of the fields of cancelFloatingIps. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  ids: {"required":true,"type":"array","items":{"type":"integer","min":1,"max":2147483647},"minItems":1,"maxItems":100},
  now: {"required":true,"type":"boolean"},
  reason: {"type":"string","minLength":1,"maxLength":1000,"pattern":"^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
} as const satisfies FieldRules;
