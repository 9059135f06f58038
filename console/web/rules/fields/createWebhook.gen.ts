/** Limits of the fields of createWebhook. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  url: {"required":true,"type":"string","converts":"trim","minLength":1,"maxLength":2000,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."}},
  name: {"type":"string","converts":"trim","maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","says":{"pattern":"Must not contain control characters."},"nullable":true},
  event_types: {"type":"array","items":{"enum":["server","order","operation","attack","snapshot","backup","iso","ticket","floating_ip","firewall","member","invitation","webhook"]},"maxItems":50,"nullable":true},
} as const satisfies FieldRules;
