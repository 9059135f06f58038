/** Limits of the fields of joinWithNewUser. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "secret": {"required":true,"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","description":"Secret of the link in the email.","example":"5Zt0kWqYb1N8rX3vPm7LcJ2hGd9FsA4e"},
  "name": {"required":true,"type":"string","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","description":"Name of the new user.","example":"Grace Example"},
  "password": {"required":true,"type":"string","minLength":10,"maxLength":128,"description":"New password, 10 to 128 characters. Common passwords, the address of the user and the name of the host are refused.","example":"seven green lanterns"},
} as const satisfies FieldRules;
