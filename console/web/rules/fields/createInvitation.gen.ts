/** Limits of the fields of createInvitation. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  email: {"required":true,"type":"string","converts":"domain","maxLength":255,"pattern":"^(?:[A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$","says":{"type":"Must be an email address.","maxLength":"Must be an email address.","pattern":"Must be an email address."}},
  role: {"required":true,"enum":["admin","billing","technical","read-only"]},
} as const satisfies FieldRules;
