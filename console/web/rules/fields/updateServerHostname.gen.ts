/** Limits of the fields of updateServerHostname. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "hostname": {"required":true,"type":"string","minLength":1,"maxLength":253,"pattern":"^[A-Za-z0-9.-]+$","description":"The new hostname.","example":"web-2.example.com"},
  "reboot": {"type":"boolean","nullable":true,"default":false,"description":"Reboots the server afterwards, if it runs. Without it, what its guest agent does not take waits for the next boot. false unless given."},
} as const satisfies FieldRules;
