/** Limits of the fields of reinstallServer. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "image_id": {"required":true,"type":"integer","min":1,"max":2147483647,"description":"Image of the server.","example":1},
  "password": {"type":"string","nullable":true,"minLength":6,"maxLength":128,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","format":"password","description":"New root password. Default: unchanged.","example":"correct horse battery"},
  "ssh_keys": {"type":"array","nullable":true,"minItems":0,"maxItems":100,"description":"Ids of SSH keys of this account that can log in. Default: unchanged, without deleted keys. Refused with 422 if no way to log in remains.","items":{"type":"integer","min":1,"max":2147483647},"example":[1]},
  "startup_script": {"type":"string","nullable":true,"minLength":1,"maxLength":16384,"pattern":"^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$","description":"Script that runs once, at the first boot. Default: none.","example":"#!/bin/sh\napt-get update\n"},
} as const satisfies FieldRules;
