/** Limits of the fields of changePassword. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  current_password: {"type":"string","minLength":1,"maxLength":200,"nullable":true},
  password: {"required":true,"type":"string","minLength":10,"maxLength":128},
} as const satisfies FieldRules;
