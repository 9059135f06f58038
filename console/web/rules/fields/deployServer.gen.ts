/** Limits of the fields of deployServer. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "name": {"required":true,"description":"A hostname, or up to 20 of them for as many servers: all or none are ordered.","anyOf":[{"type":"string","minLength":1,"maxLength":253,"pattern":"^[A-Za-z0-9.-]+$"},{"type":"array","minItems":1,"maxItems":20,"items":{"type":"string","minLength":1,"maxLength":253,"pattern":"^[A-Za-z0-9.-]+$"}}],"example":"web-1.example.com"},
  "plan": {"required":true,"type":"string","minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","description":"Key of the plan.","example":"nano"},
  "billing_cycle": {"type":"integer","nullable":true,"min":1,"max":24,"default":1,"description":"Months to pay at once, 1 to 24; 1 unless given.","example":1},
  "image_id": {"type":"integer","nullable":true,"min":1,"max":2147483647,"description":"Image to make it from. Exactly one of `image_id`, `snapshot_id`, `backup_id` and `primary_iso_id` is required.","example":1},
  "snapshot_id": {"type":"integer","nullable":true,"min":1,"max":2147483647,"description":"Snapshot to make it from.","example":1},
  "backup_id": {"type":"integer","nullable":true,"min":1,"max":2147483647,"description":"Backup to make it from.","example":1},
  "primary_iso_id": {"type":"integer","nullable":true,"min":1,"max":2147483647,"description":"ISO to boot; the disk begins empty.","example":1},
  "secondary_iso_id": {"type":"integer","nullable":true,"min":1,"max":2147483647,"description":"ISO for the second drive, such as one with drivers.","example":2},
  "password": {"type":"string","nullable":true,"minLength":6,"maxLength":128,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","format":"password","description":"Password of root. Without it, and with a key, only keys log in.","example":"correct horse battery"},
  "ssh_keys": {"type":"array","nullable":true,"minItems":0,"maxItems":100,"default":[],"description":"Ids of the SSH keys of this account that may log in; none unless given.","items":{"type":"integer","min":1,"max":2147483647},"example":[1]},
  "backups": {"type":"boolean","nullable":true,"description":"Weekly backups; the last 3 are kept.","example":true},
  "cpanel": {"type":"string","nullable":true,"minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","description":"Key of a cPanel licence of the catalogue.","example":"cpanel-admin-5"},
  "bandwidth": {"type":"integer","nullable":true,"min":0,"max":1000,"description":"TB of traffic more a month; 0 is none."},
  "microsoft_rds_sal": {"type":"integer","nullable":true,"min":0,"max":10000,"description":"Users of Remote Desktop Services; 0 is none."},
  "microsoft_office_sal": {"type":"integer","nullable":true,"min":0,"max":10000,"description":"Users of Microsoft Office; 0 is none."},
  "extra_ipv4": {"type":"integer","nullable":true,"min":0,"max":32,"default":0,"description":"IPv4 addresses besides the main one; 0 unless given.","example":0},
  "extra_ipv4_ddos": {"type":"integer","nullable":true,"min":0,"max":32,"default":0,"description":"IPv4 addresses with DDoS protection; 0 unless given.","example":0},
  "extra_ipv6": {"type":"integer","nullable":true,"min":0,"max":32,"default":0,"description":"IPv6 networks besides the main one; 0 unless given.","example":0},
  "promo_code": {"type":"string","nullable":true,"minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","description":"Promo code that lowers the price.","example":"SPRING20"},
  "startup_script": {"type":"string","nullable":true,"minLength":1,"maxLength":16384,"pattern":"^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$","description":"A script that runs once, at the first boot; at most 16 384 characters.","example":"#!/bin/sh\napt-get update\n"},
  "auto_pay": {"type":"boolean","nullable":true,"default":true,"description":"Whether the order is paid from the balance: now when that covers it, else as soon as it does. true unless given; else it waits until it is paid."},
} as const satisfies FieldRules;
