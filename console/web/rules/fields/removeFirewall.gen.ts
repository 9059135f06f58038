/** Limits of the fields of removeFirewall. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  server_ids: {"required":true,"type":"array","items":{"type":"integer","min":1,"max":2147483647},"minItems":1,"maxItems":50},
} as const satisfies FieldRules;
