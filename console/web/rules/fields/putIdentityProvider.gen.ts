/** Limits of the fields of putIdentityProvider. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  issuer: {"required":true,"type":"string","minLength":1,"maxLength":255},
  client_id: {"required":true,"type":"string","converts":"trim","minLength":1,"maxLength":255,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  client_secret: {"type":"string","minLength":1,"maxLength":500,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  domains: {"required":true,"type":"array","items":{"type":"string","minLength":1,"maxLength":255},"minItems":1,"maxItems":10,"says":{"minItems":"Must have at least 1 item."}},
  default_role: {"enum":["admin","billing","technical","read-only"],"nullable":true},
  trusted_amr: {"type":"array","items":{"type":"string","converts":"trim","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},"maxItems":10,"nullable":true},
  trusted_acr: {"type":"array","items":{"type":"string","converts":"trim","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},"maxItems":10,"nullable":true},
  enabled: {"type":"boolean","nullable":true},
  required: {"type":"boolean","nullable":true},
  trust_email: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
