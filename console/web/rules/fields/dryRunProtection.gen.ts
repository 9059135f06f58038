/** Limits of the fields of dryRunProtection. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  whitelist: {"type":"array","items":{"type":"string","says":{"type":"Must be an IP address or a network in CIDR form."}},"maxItems":1000,"nullable":true},
  blacklist: {"type":"array","items":{"type":"string","says":{"type":"Must be an IP address or a network in CIDR form."}},"maxItems":1000,"nullable":true},
  geo: {"type":"object","fields":{"action":{"required":true,"enum":["allow","deny"]},"countries":{"required":true,"type":"array","items":{"type":"string"},"minItems":1,"maxItems":250}},"nullable":true},
} as const satisfies FieldRules;
