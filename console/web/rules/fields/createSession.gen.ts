/** Limits of the fields of createSession. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  email: {"required":true,"type":"string","converts":"domain","maxLength":255,"pattern":"^(?:[A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$","says":{"type":"Must be an email address.","maxLength":"Must be an email address.","pattern":"Must be an email address."}},
  password: {"required":true,"type":"string","minLength":1,"maxLength":200},
  otp: {"anyOf":[{"type":"string","converts":"join","pattern":"^\\d{6}$","says":{"pattern":"Must be 6 digits."}},{"type":"integer","min":0,"max":999999},{"type":"string","converts":"join","pattern":"^[0-9a-fA-F]{4}[- ]?[0-9a-fA-F]{4}[- ]?[0-9a-fA-F]{4}$"}],"says":{"anyOf":"Must be 6 digits, or a recovery code."},"nullable":true},
} as const satisfies FieldRules;
