/** Limits of the fields of confirmSignUp. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  secret: {"required":true,"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  name: {"required":true,"type":"string","converts":"trim","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  country_id: {"required":true,"type":"integer","min":1,"max":2147483647},
  password: {"required":true,"type":"string","minLength":10,"maxLength":128},
  terms_version: {"required":true,"type":"string","converts":"trim","minLength":1,"maxLength":40,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  referral_code: {"type":"string","converts":"trim","pattern":"^[A-Za-z0-9_-]{5,20}$","says":{"pattern":"Must be 5 to 20 letters, digits, hyphens or underscores."},"nullable":true},
} as const satisfies FieldRules;
