/**
 * Creates and parses tagged variants of the support address.
 *
 * Replies to a ticket go to `support+<token>@example.com`, whose token cannot be guessed. Bounces of a mail go to
 * `support+b-<key>@example.com`, so that the address identifies the mail (VERP).
 */
import { withAsciiDomain } from '../mail/address.ts';

const TOKEN = /^[0-9a-f]{32}$/;

export const ticketAddress = (support: string, token: string): string => tagged(support, token);
export const bounceAddress = (support: string, mailKey: string): string => tagged(support, `b-${mailKey.replaceAll('-', '')}`);

/** Returns the ticket tokens, and the keys of bounced mails, that occur in these addresses. */
export function ourTags(support: string, recipients: readonly string[]): { tokens: string[]; mailKeys: string[] } {
  const tags = recipients.flatMap((recipient) => tagOf(support, recipient) ?? []);
  return {
    tokens: tags.filter((tag) => TOKEN.test(tag)),
    mailKeys: tags.flatMap((tag) => (tag.startsWith('b-') && TOKEN.test(tag.slice(2)) ? [uuid(tag.slice(2))] : [])),
  };
}

/**
 * Returns the UUIDs of Message-IDs of the form `<uuid@host>`, without duplicates. Our mails have this form, but so may others: the caller
 * must look the keys up.
 */
export function ourMailKeys(messageIds: readonly string[]): string[] {
  const keys = messageIds.flatMap(
    (id) => /^<([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@[^<>@\s]+>$/i.exec(id)?.[1]?.toLowerCase() ?? [],
  );
  return [...new Set(keys)];
}

/**
 * Returns the ticket id in a subject such as `Re: [#12] It hangs`, or `null` if there is none. The caller must check that the sender takes
 * part in the ticket, because anyone can write an id.
 */
export function ticketInSubject(subject: string): number | null {
  const id = Number(/\[#(\d{1,9})\]/.exec(subject)?.[1]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Returns the words in the value of a header that may be addresses, in lower case and with their domains in ASCII form. */
export function addressesIn(value: string): string[] {
  const words = value.toLowerCase().split(/[\s<>,;:"]+/);
  return words.filter((word) => word.lastIndexOf('@', word.length - 2) > 0).map(withAsciiDomain);
}

function tagged(address: string, tag: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${tag}${address.slice(at)}`;
}

function tagOf(support: string, recipient: string): string | undefined {
  const [base, given] = [support.toLowerCase(), recipient.toLowerCase()];
  const [local, domain] = [base.slice(0, base.lastIndexOf('@')), base.slice(base.lastIndexOf('@'))];
  if (!given.startsWith(`${local}+`) || !given.endsWith(domain)) return undefined;
  return given.slice(local.length + 1, given.length - domain.length);
}

const uuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
