/** Limits of the fields of updateMember. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  role: {"required":true,"enum":["admin","billing","technical","read-only"]},
} as const satisfies FieldRules;
