/** Limits of the fields of renewServers. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  server_ids: {"required":true,"type":"array","items":{"type":"integer","min":1,"max":2147483647},"minItems":1,"maxItems":100},
  billing_cycle: {"required":true,"enum":[1,3,6,12,24]},
  promo_code: {"type":"string","converts":"trim","minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  auto_pay: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
