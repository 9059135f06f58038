/** Limits of the fields of scaleServer. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  plan: {"required":true,"type":"string","converts":"trim","minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  scale_disk: {"required":true,"type":"boolean"},
} as const satisfies FieldRules;
