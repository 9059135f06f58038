/** Limits of the fields of modifyServerIsos. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "primary_iso_id": {"type":"integer","min":1,"max":2147483647,"nullable":true,"description":"ISO for the first drive; null ejects. Stays as it is when left out.","example":1},
  "secondary_iso_id": {"type":"integer","min":1,"max":2147483647,"nullable":true,"description":"ISO for the second drive; null ejects. Stays as it is when left out.","example":2},
  "boot_from": {"type":"string","nullable":true,"description":"What the next start boots; unless given, the primary ISO once it is put in, and the disk once it is taken out.","enum":["disk","iso"],"example":"iso"},
} as const satisfies FieldRules;
