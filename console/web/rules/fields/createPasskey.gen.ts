/** Limits of the fields of createPasskey. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  name: {"required":true,"type":"string","converts":"trim","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
} as const satisfies FieldRules;
