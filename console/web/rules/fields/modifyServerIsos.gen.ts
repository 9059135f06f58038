/** Limits of the fields of modifyServerIsos. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "primary_iso_id": {"type":"integer","min":1,"max":2147483647,"nullable":true,"description":"ISO for the first drive, or null to eject. Default: unchanged.","example":1},
  "secondary_iso_id": {"type":"integer","min":1,"max":2147483647,"nullable":true,"description":"ISO for the second drive, or null to eject. Default: unchanged.","example":2},
  "boot_from": {"type":"string","nullable":true,"description":"Boot device from the next start on. Default: the primary ISO if it is inserted by this request, the disk if it is ejected.","enum":["disk","iso"],"example":"iso"},
} as const satisfies FieldRules;
