/** Limits of the fields of modifyServerIsos. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  primary_iso_id: {"type":"integer","min":1,"max":2147483647,"nullable":true},
  secondary_iso_id: {"type":"integer","min":1,"max":2147483647,"nullable":true},
  boot_from: {"enum":["disk","iso"],"nullable":true},
} as const satisfies FieldRules;
