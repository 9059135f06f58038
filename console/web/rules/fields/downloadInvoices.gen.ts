/** Limits of the fields of downloadInvoices. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  ids: {"required":true,"type":"array","items":{"type":"integer","min":1,"max":2147483647},"minItems":1,"maxItems":100},
} as const satisfies FieldRules;
