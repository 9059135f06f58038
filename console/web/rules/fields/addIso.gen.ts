/** Limits of the fields of addIso. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  name: {"required":true,"type":"string","converts":"trim","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  url: {"required":true,"type":"string","maxLength":2048,"says":{"type":"Must be an http or https URL.","maxLength":"Must be an http or https URL."}},
  sha256: {"type":"string","converts":"trim","pattern":"^[0-9a-f]{64}$","says":{"pattern":"Must be 64 hexadecimal digits in lower case."},"nullable":true},
} as const satisfies FieldRules;
