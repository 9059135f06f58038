/** Limits of the fields of setBlacklist. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  networks: {"required":true,"type":"array","items":{"type":"string","says":{"type":"Must be an IP address or a network in CIDR form."}},"maxItems":1000,"minItems":1},
} as const satisfies FieldRules;
