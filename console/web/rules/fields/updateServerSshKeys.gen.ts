/** Limits of the fields of updateServerSshKeys. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "ssh_keys": {"required":true,"type":"array","minItems":0,"maxItems":100,"description":"Ids of all SSH keys of this account that can log in. They replace the current keys.","items":{"type":"integer","min":1,"max":2147483647},"example":[1]},
} as const satisfies FieldRules;
