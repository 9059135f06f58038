/** Limits of the fields of purchaseSupportPlan. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  plan: {"required":true,"type":"string","converts":"trim","minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  billing_cycle: {"required":true,"type":"integer","min":1,"max":24},
  auto_pay: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
