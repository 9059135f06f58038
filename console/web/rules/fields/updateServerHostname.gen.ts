/** Limits of the fields of updateServerHostname. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "hostname": {"required":true,"type":"string","minLength":1,"maxLength":253,"pattern":"^[A-Za-z0-9.-]+$","description":"New hostname.","example":"web-2.example.com"},
  "reboot": {"type":"boolean","nullable":true,"default":false,"description":"True to reboot a running server afterwards. Otherwise changes that the guest agent cannot apply wait for the next boot. Default: false."},
} as const satisfies FieldRules;
