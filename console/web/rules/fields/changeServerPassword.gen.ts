/** Limits of the fields of changeServerPassword. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "password": {"required":true,"type":"string","minLength":6,"maxLength":128,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","format":"password","description":"New password, 6 to 128 characters.","example":"correct horse battery"},
  "reboot": {"type":"boolean","nullable":true,"default":false,"description":"True to reboot a running server afterwards. Otherwise changes that the guest agent cannot apply wait for the next boot. Default: false."},
} as const satisfies FieldRules;
