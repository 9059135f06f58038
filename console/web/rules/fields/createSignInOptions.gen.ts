/** Limits of the fields of createSignInOptions. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  sign_in_token: {"type":"string","minLength":1,"maxLength":100,"nullable":true},
} as const satisfies FieldRules;
