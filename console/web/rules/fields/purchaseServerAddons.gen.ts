/** Limits of the fields of purchaseServerAddons. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  backups: {"type":"boolean","nullable":true},
  cpanel: {"type":"string","converts":"trim","minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  bandwidth: {"type":"integer","min":0,"max":1000,"nullable":true},
  microsoft_rds_sal: {"type":"integer","min":0,"max":10000,"nullable":true},
  microsoft_office_sal: {"type":"integer","min":0,"max":10000,"nullable":true},
  auto_pay: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
