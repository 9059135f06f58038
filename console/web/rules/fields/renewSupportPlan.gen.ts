/** Limits of the fields of renewSupportPlan. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  billing_cycle: {"required":true,"type":"integer","min":1,"max":24},
  auto_pay: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
