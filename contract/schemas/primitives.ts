/**
 * Basic types of resources, bodies and queries.
 *
 * Types for bodies refuse control characters: PostgreSQL cannot store NUL, and a line break in a password or hostname is an injection. They
 * also limit the length of every text.
 */
import { isIpv4Mapped } from '@innkeeper/model/net/ip-networks';
import { z } from 'zod';

/** Returns the `meta` of a field: its description and an example value. Examples of the OpenAPI document are built from these. */
export function about(description: string, example: unknown) {
  return { description, examples: [example] };
}

/**
 * Returns an `error` function for zod with the sentence for an invalid value. A missing field gets the general sentence, which states that
 * it is required.
 */
export function ifGiven(sentence: string): (issue: { input?: unknown }) => string | undefined {
  return ({ input }) => (input === undefined ? undefined : sentence);
}

/** ISO 8601 time in UTC with microseconds: `2024-10-16T12:06:12.000000Z`. */
export const Time = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
  .meta({ format: 'date-time', examples: ['2024-10-16T12:06:12.000000Z'] });

/** ISO 8601 time in UTC with milliseconds, for attacks. */
export const MillisecondTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: 'date-time', examples: ['2024-10-16T12:06:12.000Z'] });

/** ISO 8601 time with the offset of the operator's time zone, for backups and snapshots: `2023-06-19T22:36:35+03:00`. */
export const ZonedTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/)
  .meta({ format: 'date-time', examples: ['2023-06-19T22:36:35+03:00'] });

export const UnixTime = z.int().min(0).meta({ description: 'Unix time in seconds.' });

/**
 * Pattern without control characters. It uses ranges, because `\p{Cc}` needs a flag in JavaScript and is unknown to Python. Clients'
 * validators are generated from our patterns.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is what it is for
export const NO_CONTROLS = /^[^\x00-\x1f\x7f-\x9f]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, but for tabs and line breaks
const NO_CONTROLS_BUT_BREAKS = /^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$/;
export const NO_CONTROLS_SENTENCE = 'Must not contain control characters.';

/** Money as `"22.33"`, in objects of servers, plans, addons and floating IP plans. */
export const MoneyText = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ description: 'An amount of money as a decimal string.', examples: ['22.33'], 'x-money': 'string' });

/** Money as `22.33`, in all other objects. */
export const MoneyNumber = z
  .number()
  .refine((n) => Number(n.toFixed(2)) === n, 'Must have at most 2 decimals.')
  .meta({ description: 'An amount of money, with at most 2 decimals.', examples: [22.33], 'x-money': 'number' });

/** A number in a string, for plans. */
export const NumberText = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .meta({ examples: ['2'] });

/** Maximum id. Ids are 32-bit integers in the database. */
export const MAX_ID = 2_147_483_647;

export const Id = z.int().min(1).max(MAX_ID);

/** An id in a path: digits only, up to `MAX_ID`. Any other text names nothing that can exist, so the reply is 404, not 422. */
export const IdParam = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(Id);

/**
 * Returns the schema of a key, name or code.
 *
 * People often paste such text with a blank or a line break, so both ends are trimmed before validation. Passwords, secrets and prose use
 * other types, which keep every character.
 */
export const trimmed = (): z.ZodString => z.string().trim();

/** Returns the schema of one line of text from a customer, trimmed at both ends. */
export function line(min: number, max: number): z.ZodString {
  return oneLine(trimmed(), min, max);
}

/** Returns the schema of one line that keeps every character: a password or a secret. */
export function secretLine(min: number, max: number): z.ZodString {
  return oneLine(z.string(), min, max);
}

function oneLine(text: z.ZodString, min: number, max: number): z.ZodString {
  return text.min(min).max(max).regex(NO_CONTROLS, NO_CONTROLS_SENTENCE);
}

/** Returns the schema of text with line breaks and tabs, but no other control characters. */
export function prose(min: number, max: number): z.ZodString {
  return proseOf(z.string(), min, max);
}

/** Returns the schema of such text from a schema that converts it first. The limits apply to the converted text. */
export function proseOf(text: z.ZodString, min: number, max: number): z.ZodString {
  return text.min(min).max(max).regex(NO_CONTROLS_BUT_BREAKS, NO_CONTROLS_SENTENCE);
}

const HOSTNAME_SENTENCE = 'Must be a hostname: letters, digits and hyphens, in parts of up to 63 characters separated by dots.';
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * Hostname by RFC 1123: labels of letters, digits and inner hyphens, at most 253 characters in total. Digits and dots alone are an address.
 */
export const Hostname = hostnameOf(trimmed());

/** A new name in reverse DNS. A trailing dot is removed. Mail servers reject a name without a domain. */
export const PtrName = hostnameOf(trimmed().overwrite((name) => name.replace(/\.$/, ''))).refine(
  (name) => name.includes('.') || !isHostname(name),
  'Must be a full name with a dot, such as web-1.example.com.',
);

function hostnameOf(text: z.ZodString): z.ZodString {
  return text
    .min(1)
    .max(253)
    .regex(/^[A-Za-z0-9.-]+$/, HOSTNAME_SENTENCE)
    .refine(isHostname, HOSTNAME_SENTENCE);
}

function isHostname(name: string): boolean {
  return /[A-Za-z-]/.test(name) && name.split('.').every((label) => LABEL.test(label));
}

/** A password for the guest. It is set with `chpasswd`, which reads one line per password. */
export const Password = secretLine(6, 128).meta({ format: 'password', writeOnly: true });

export const BillingCycle = z.int().min(1).max(24).meta({ description: 'Billing cycle in months, 1 to 24.' });

/** True to pay an order from the balance, immediately or as soon as the balance covers it. */
export const AutoPay = z
  .boolean()
  .default(true)
  .describe(
    'True to pay the order from the balance, now or as soon as the balance covers the amount. False to wait for another payment. Default: true.',
  );

export const RenewalCycle = z.literal([1, 3, 6, 12, 24]).meta({ description: 'Billing cycle in months.' });

export const PromoCodeText = line(1, 64);

export const Reason = prose(1, 1000);

/** Returns the schema of a list of distinct ids. */
export function idList(min: number, max: number) {
  return z.array(Id).min(min).max(max).refine(isUnique, 'Must not contain the same id twice.');
}

export function isUnique(items: readonly unknown[]): boolean {
  return new Set(items).size === items.length;
}

export const IpAddressText = z.union([z.ipv4(), z.ipv6()], { error: 'Must be an IPv4 or IPv6 address.' });

/** A network of an existing entry, in any form that was ever accepted. */
export const KnownNetworkText = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'Must be an IP address or a network in CIDR form.',
});

/** A network that is matched with addresses of packets or clients. IPv4 in IPv6 form would match none of them. */
export const NetworkText = KnownNetworkText.refine(
  (text) => !isIpv4Mapped(text),
  'Must not be IPv4 in IPv6 form (::ffff:). Write the IPv4 address or network.',
);

/** A short reference to a server: `{id, hostname}`. */
export const ServerRef = z
  .strictObject({
    id: Id.describe('Id of the server.'),
    hostname: z.string().meta(about('Hostname of the server.', 'web-1.example.com')),
  })
  .meta({ id: 'ServerRef', description: 'Id and hostname of a server.' });
