/** Limits of the fields of updateBlacklist. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  active: {"type":"boolean","nullable":true},
  add: {"type":"array","items":{"type":"string","says":{"type":"Must be an IP address or a network in CIDR form."}},"maxItems":1000,"nullable":true},
  remove: {"type":"array","items":{"type":"string","says":{"type":"Must be an IP address or a network in CIDR form."}},"maxItems":1000,"nullable":true},
} as const satisfies FieldRules;
