/** Limits of the fields of createPasswordReset. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "email": {"required":true,"type":"string","maxLength":255,"format":"email","description":"Email address of the user. Not case-sensitive.","example":"ada@example.com"},
} as const satisfies FieldRules;
