/** Limits of the fields of updateServerHostname. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  hostname: {"required":true,"type":"string","converts":"trim","minLength":1,"maxLength":253,"pattern":"^[A-Za-z0-9.-]+$","says":{"pattern":"Must be a hostname: letters, digits and hyphens, in parts of up to 63 characters separated by dots."}},
  reboot: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
