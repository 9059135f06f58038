/** Limits of the fields of offerOwnership. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  member_id: {"required":true,"type":"integer","min":1,"max":2147483647},
} as const satisfies FieldRules;
