/** Limits of the fields of renewFloatingIps. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  ids: {"required":true,"type":"array","items":{"type":"integer","min":1,"max":2147483647},"minItems":1,"maxItems":100},
  billing_cycle: {"required":true,"enum":[1,3,6,12,24]},
  auto_pay: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
