/** Limits of the fields of changeServerPassword. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "password": {"required":true,"type":"string","minLength":6,"maxLength":128,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","format":"password","description":"The new password, 6 to 128 characters.","example":"correct horse battery"},
  "reboot": {"type":"boolean","nullable":true,"default":false,"description":"Reboots the server afterwards, if it runs. Without it, what its guest agent does not take waits for the next boot. false unless given."},
} as const satisfies FieldRules;
