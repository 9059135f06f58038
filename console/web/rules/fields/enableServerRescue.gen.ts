/** Limits of the fields of enableServerRescue. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "password": {"type":"string","nullable":true,"minLength":6,"maxLength":128,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","format":"password","description":"Password of the rescue system. With SSH keys and without a password, only the keys can log in.","example":"correct horse battery"},
  "ssh_keys": {"type":"array","nullable":true,"minItems":0,"maxItems":100,"description":"Ids of SSH keys of this account that can log in. Default: the keys of the server.","items":{"type":"integer","min":1,"max":2147483647},"example":[1]},
} as const satisfies FieldRules;
