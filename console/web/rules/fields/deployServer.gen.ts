/** Limits of the fields of deployServer. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  name: {"required":true,"anyOf":[{"type":"string","converts":"trim","minLength":1,"maxLength":253,"pattern":"^[A-Za-z0-9.-]+$","says":{"pattern":"Must be a hostname: letters, digits and hyphens, in parts of up to 63 characters separated by dots."}},{"type":"array","items":{"type":"string","converts":"trim","minLength":1,"maxLength":253,"pattern":"^[A-Za-z0-9.-]+$","says":{"pattern":"Must be a hostname: letters, digits and hyphens, in parts of up to 63 characters separated by dots."}},"minItems":1,"maxItems":20,"says":{"minItems":"Must have at least 1 name.","maxItems":"Must have at most 20 names."}}],"says":{"anyOf":"Must be a hostname or a list of hostnames."}},
  plan: {"required":true,"type":"string","converts":"trim","minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  billing_cycle: {"type":"integer","min":1,"max":24,"nullable":true},
  image_id: {"type":"integer","min":1,"max":2147483647,"nullable":true},
  snapshot_id: {"type":"integer","min":1,"max":2147483647,"nullable":true},
  backup_id: {"type":"integer","min":1,"max":2147483647,"nullable":true},
  primary_iso_id: {"type":"integer","min":1,"max":2147483647,"nullable":true},
  secondary_iso_id: {"type":"integer","min":1,"max":2147483647,"nullable":true},
  password: {"type":"string","minLength":6,"maxLength":128,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  ssh_keys: {"type":"array","items":{"type":"integer","min":1,"max":2147483647},"maxItems":100,"nullable":true},
  backups: {"type":"boolean","nullable":true},
  cpanel: {"type":"string","converts":"trim","minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  bandwidth: {"type":"integer","min":0,"max":1000,"nullable":true},
  microsoft_rds_sal: {"type":"integer","min":0,"max":10000,"nullable":true},
  microsoft_office_sal: {"type":"integer","min":0,"max":10000,"nullable":true},
  extra_ipv4: {"type":"integer","min":0,"max":32,"nullable":true},
  extra_ipv4_ddos: {"type":"integer","min":0,"max":32,"nullable":true},
  extra_ipv6: {"type":"integer","min":0,"max":32,"nullable":true},
  promo_code: {"type":"string","converts":"trim","minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  startup_script: {"type":"string","converts":"script","minLength":1,"maxLength":16384,"pattern":"^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  auto_pay: {"type":"boolean","nullable":true},
} as const satisfies FieldRules;
