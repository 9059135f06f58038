/** Limits of the fields of beginSingleSignOn. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  "email": {"type":"string","nullable":true,"maxLength":255,"format":"email","description":"Email address of the user. Its domain selects the identity provider.","example":"ada@example.com"},
  "sign_in_key": {"type":"string","nullable":true,"minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","description":"Key of the provider of an account. Alternative to the address.","example":"q3Zt0kWqYb1N8rX3vPm7Lc"},
} as const satisfies FieldRules;
