/**
 * The small types that resources, bodies and queries are made of. Bodies use the ones that refuse: no control characters
 * (PostgreSQL cannot store NUL, and a line break in a password or hostname is an injection), no endless text.
 */
import { z } from 'zod';

/** For `.meta`: what a field means, and a value that it may have. The examples of the OpenAPI document are made of these. */
export function about(description: string, example: unknown) {
  return { description, examples: [example] };
}

/** ISO 8601 UTC with microseconds: `2024-10-16T12:06:12.000000Z`. */
export const Time = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
  .meta({ format: 'date-time', examples: ['2024-10-16T12:06:12.000000Z'] });

/** ISO 8601 UTC with milliseconds, as attacks carry it. */
export const MillisecondTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: 'date-time', examples: ['2024-10-16T12:06:12.000Z'] });

/** ISO 8601 in the operator's zone, with offset, as backups and snapshots carry it: `2023-06-19T22:36:35+03:00`. */
export const ZonedTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/)
  .meta({ format: 'date-time', examples: ['2023-06-19T22:36:35+03:00'] });

export const UnixTime = z.int().min(0).meta({ description: 'Unix time in seconds.' });

/** `"22.33"`: money inside the server, plan, addon and floating IP plan objects. */
export const MoneyText = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ description: 'An amount of money as a decimal string.', examples: ['22.33'] });

/** `22.33`: money everywhere else. */
export const MoneyNumber = z
  .number()
  .refine((n) => Number(n.toFixed(2)) === n, 'Must have at most 2 decimals.')
  .meta({ description: 'An amount of money, with at most 2 decimals.', examples: [22.33] });

/** A number spelled as a string, as plans have it. */
export const NumberText = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .meta({ examples: ['2'] });

/** The largest id that there can be: they are 32-bit integers in the database. */
export const MAX_ID = 2_147_483_647;

export const Id = z.int().min(1).max(MAX_ID);

/**
 * An id in a path: digits only, up to `MAX_ID`. What this refuses names nothing that could exist, so the answer is 404,
 * not 422.
 */
export const IdParam = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(Id);

/** One line of text from a customer. */
export function line(min: number, max: number): z.ZodString {
  return z
    .string()
    .min(min)
    .max(max)
    .regex(/^\P{Cc}*$/u, 'Must not contain control characters.');
}

/** Text with line breaks and tabs, but no other control characters. */
export function prose(min: number, max: number): z.ZodString {
  return z
    .string()
    .min(min)
    .max(max)
    .regex(/^(?:\P{Cc}|[\n\r\t])*$/u, 'Must not contain control characters.');
}

/** RFC 1123: labels of letters, digits and inner hyphens, 253 characters in all. */
export const Hostname = z
  .string()
  .min(1)
  .max(253)
  .regex(
    /^(?=[\s\S]*[A-Za-z-])[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/,
    'Must be a hostname: letters, digits and hyphens, in parts of up to 63 characters separated by dots.',
  );

/** A password for the guest. It goes through `chpasswd`, whose lines end at a line break. */
export const Password = line(6, 128).meta({ format: 'password', writeOnly: true });

export const BillingCycle = z.int().min(1).max(24).meta({ description: 'Months paid at once, 1 to 24.' });

export const RenewalCycle = z.literal([1, 3, 6, 12, 24]).meta({ description: 'Months paid at once.' });

export const PromoCodeText = line(1, 64);

export const Reason = prose(1, 1000);

/** A list of ids without repeats. */
export function idList(min: number, max: number) {
  return z.array(Id).min(min).max(max).refine(isUnique, 'Must not contain the same id twice.');
}

export function isUnique(items: readonly unknown[]): boolean {
  return new Set(items).size === items.length;
}

export const IpAddressText = z.union([z.ipv4(), z.ipv6()], { error: 'Must be an IPv4 or IPv6 address.' });

export const NetworkText = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'Must be an IP address or a network in CIDR form.',
});

/** A resource in a few words: `{id, hostname}`. */
export const ServerRef = z
  .strictObject({
    id: Id.describe('Id of the server.'),
    hostname: z.string().meta(about('Hostname of the server.', 'web-1.example.com')),
  })
  .meta({ id: 'ServerRef', description: 'A server in a few words.' });
