/** Limits of the fields of reinstallServer. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "image_id": {"required":true,"type":"integer","min":1,"max":2147483647,"description":"Image to make it from.","example":1},
  "password": {"type":"string","nullable":true,"minLength":6,"maxLength":128,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","format":"password","description":"New password of root. Stays as it is when left out.","example":"correct horse battery"},
  "ssh_keys": {"type":"array","nullable":true,"minItems":0,"maxItems":100,"description":"Ids of the SSH keys of this account that may log in. Stay as they are when left out, but for keys that were deleted from the account; 422 if nothing is left to log in with.","items":{"type":"integer","min":1,"max":2147483647},"example":[1]},
  "startup_script": {"type":"string","nullable":true,"minLength":1,"maxLength":16384,"pattern":"^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$","description":"A script that runs once, at the first boot. None runs when it is left out.","example":"#!/bin/sh\napt-get update\n"},
} as const satisfies FieldRules;
