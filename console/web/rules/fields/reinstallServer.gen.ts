/** Limits of the fields of reinstallServer. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  image_id: {"required":true,"type":"integer","min":1,"max":2147483647},
  password: {"type":"string","minLength":6,"maxLength":128,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  ssh_keys: {"type":"array","items":{"type":"integer","min":1,"max":2147483647},"maxItems":100,"nullable":true},
  startup_script: {"type":"string","converts":"script","minLength":1,"maxLength":16384,"pattern":"^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
} as const satisfies FieldRules;
