/** Limits of the fields of deployServer. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "name": {"required":true,"description":"Hostname, or a list of at most 20 hostnames for one server each. Either all servers are ordered or none.","anyOf":[{"type":"string","minLength":1,"maxLength":253,"pattern":"^[A-Za-z0-9.-]+$"},{"type":"array","minItems":1,"maxItems":20,"items":{"type":"string","minLength":1,"maxLength":253,"pattern":"^[A-Za-z0-9.-]+$"}}],"example":"web-1.example.com"},
  "plan": {"required":true,"type":"string","minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","description":"Key of the plan.","example":"nano"},
  "billing_cycle": {"type":"integer","nullable":true,"min":1,"max":24,"default":1,"description":"Billing cycle in months, 1 to 24. Default: 1.","example":1},
  "image_id": {"type":"integer","nullable":true,"min":1,"max":2147483647,"description":"Image of the server. Exactly one of `image_id`, `snapshot_id`, `backup_id` and `primary_iso_id` is required.","example":1},
  "snapshot_id": {"type":"integer","nullable":true,"min":1,"max":2147483647,"description":"Snapshot to deploy the server from.","example":1},
  "backup_id": {"type":"integer","nullable":true,"min":1,"max":2147483647,"description":"Backup to deploy the server from.","example":1},
  "primary_iso_id": {"type":"integer","nullable":true,"min":1,"max":2147483647,"description":"ISO to boot. The disk is empty at first.","example":1},
  "secondary_iso_id": {"type":"integer","nullable":true,"min":1,"max":2147483647,"description":"ISO for the second drive, such as one with drivers.","example":2},
  "password": {"type":"string","nullable":true,"minLength":6,"maxLength":128,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","format":"password","description":"Root password. With SSH keys and without a password, only the keys can log in.","example":"correct horse battery"},
  "ssh_keys": {"type":"array","nullable":true,"minItems":0,"maxItems":100,"default":[],"description":"Ids of SSH keys of this account that can log in. Default: none.","items":{"type":"integer","min":1,"max":2147483647},"example":[1]},
  "backups": {"type":"boolean","nullable":true,"description":"True to add weekly backups. The latest 3 are kept.","example":true},
  "cpanel": {"type":"string","nullable":true,"minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","description":"Key of a cPanel licence in the catalogue.","example":"cpanel-admin-5"},
  "bandwidth": {"type":"integer","nullable":true,"min":0,"max":1000,"description":"Additional traffic in TB per month. 0 means none."},
  "microsoft_rds_sal": {"type":"integer","nullable":true,"min":0,"max":10000,"description":"Number of users of Remote Desktop Services. 0 means none."},
  "microsoft_office_sal": {"type":"integer","nullable":true,"min":0,"max":10000,"description":"Number of users of Microsoft Office. 0 means none."},
  "extra_ipv4": {"type":"integer","nullable":true,"min":0,"max":32,"default":0,"description":"Number of additional IPv4 addresses. Default: 0.","example":0},
  "extra_ipv4_ddos": {"type":"integer","nullable":true,"min":0,"max":32,"default":0,"description":"Number of IPv4 addresses with DDoS protection. Default: 0.","example":0},
  "extra_ipv6": {"type":"integer","nullable":true,"min":0,"max":32,"default":0,"description":"Number of additional IPv6 networks. Default: 0.","example":0},
  "promo_code": {"type":"string","nullable":true,"minLength":1,"maxLength":64,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","description":"Promo code that reduces the price.","example":"SPRING20"},
  "startup_script": {"type":"string","nullable":true,"minLength":1,"maxLength":16384,"pattern":"^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$","description":"Script that runs once, at the first boot. At most 16,384 characters. Other user data of cloud-init is refused.","example":"#!/bin/sh\napt-get update\n"},
  "auto_pay": {"type":"boolean","nullable":true,"default":true,"description":"True to pay the order from the balance, now or as soon as the balance covers the amount. False to wait for another payment. Default: true."},
} as const satisfies FieldRules;
