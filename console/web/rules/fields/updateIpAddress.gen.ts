/** Limits of the fields of updateIpAddress. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  ptr: {"required":true,"anyOf":[{"type":"string","converts":"name","minLength":1,"maxLength":253,"pattern":"^[A-Za-z0-9.-]+$","says":{"pattern":"Must be a hostname: letters, digits and hyphens, in parts of up to 63 characters separated by dots."}},{"type":"object"}],"says":{"anyOf":"Must be a hostname, null, or an object that maps addresses to hostnames."},"nullable":true},
} as const satisfies FieldRules;
