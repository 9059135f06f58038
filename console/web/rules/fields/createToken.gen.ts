/** Limits of the fields of createToken. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  name: {"required":true,"type":"string","converts":"trim","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  abilities: {"required":true,"type":"array","items":{"enum":["read","write","account"]},"minItems":1,"maxItems":3},
  expires_at: {"type":"string","says":{"type":"Must be a time such as 2027-01-31T12:00:00Z."},"nullable":true},
  allowed_networks: {"type":"array","items":{"type":"string","says":{"type":"Must be an IP address or a network in CIDR form."}},"maxItems":100,"nullable":true},
  server_ids: {"type":"array","items":{"type":"integer","min":1,"max":2147483647},"maxItems":100,"nullable":true},
  monthly_cap: {"type":"number","min":0,"max":1000000,"nullable":true},
} as const satisfies FieldRules;
