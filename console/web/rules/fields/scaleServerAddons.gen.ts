/** Limits of the fields of scaleServerAddons. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  cpanel: {"type":"string","converts":"trim","minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  microsoft_rds_sal: {"type":"integer","min":0,"max":10000,"nullable":true},
  microsoft_office_sal: {"type":"integer","min":0,"max":10000,"nullable":true},
} as const satisfies FieldRules;
