/** Limits of the fields of setFirewallRules. Made from the contract by `npm run gen`. */
import type { FieldRules } from '../field.ts';

export const fields = {
  rules: {"required":true,"type":"array","items":{"type":"object","fields":{"direction":{"required":true,"enum":["in","out"]},"protocol":{"required":true,"enum":["any","tcp","udp","icmp","icmpv6","esp","ah","gre"]},"ports":{"type":"array","items":{"type":"string","pattern":"^\\d{1,5}(-\\d{1,5})?$","says":{"pattern":"Must be a port or a range of ports, such as 8000-8100."}},"minItems":1,"maxItems":15,"nullable":true},"networks":{"type":"array","items":{"type":"string","says":{"type":"Must be an IP address or a network in CIDR form."}},"minItems":1,"maxItems":30},"description":{"type":"string","converts":"trim","minLength":1,"maxLength":100,"pattern":"^[^\\x00-\\x1f\\x7f-\\x9f]*$","nullable":true,"says":{"pattern":"Must not contain control characters."}}}},"maxItems":50},
} as const satisfies FieldRules;
