/** Limits of the fields of changePassword. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "current_password": {"type":"string","nullable":true,"minLength":1,"maxLength":200,"description":"Current password, for users who have one.","example":"seven green lanterns"},
  "password": {"required":true,"type":"string","minLength":10,"maxLength":128,"description":"New password, 10 to 128 characters. Common passwords, the address of the user and the name of the host are refused.","example":"seven green lanterns"},
} as const satisfies FieldRules;
