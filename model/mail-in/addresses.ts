/**
 * Addresses of our own, below the one that customers write to: `support+<token>@example.com` is a ticket's, and nobody can guess it;
 * `support+b-<key>@example.com` is where what says that a mail could not be delivered goes (VERP), so that it names the mail.
 */

const TOKEN = /^[0-9a-f]{32}$/;

export const ticketAddress = (support: string, token: string): string => tagged(support, token);
export const bounceAddress = (support: string, mailKey: string): string => tagged(support, `b-${mailKey.replaceAll('-', '')}`);

/** Tokens of tickets that these addresses name, and keys of mails that came back. */
export function ourTags(support: string, recipients: readonly string[]): { tokens: string[]; mailKeys: string[] } {
  const tags = recipients.flatMap((recipient) => tagOf(support, recipient) ?? []);
  return {
    tokens: tags.filter((tag) => TOKEN.test(tag)),
    mailKeys: tags.flatMap((tag) => (tag.startsWith('b-') && TOKEN.test(tag.slice(2)) ? [uuid(tag.slice(2))] : [])),
  };
}

/** Keys of our own mails among Message-IDs: which mail it was, the database knows. */
export function ourMailKeys(messageIds: readonly string[]): string[] {
  const keys = messageIds.flatMap(
    (id) => /^<([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@[^<>@\s]+>$/i.exec(id)?.[1]?.toLowerCase() ?? [],
  );
  return [...new Set(keys)];
}

/** The ticket that a subject names: `Re: [#12] It hangs`. Whoever says so must be one of its people. */
export function ticketInSubject(subject: string): number | null {
  const id = Number(/\[#(\d{1,9})\]/.exec(subject)?.[1]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Returns what may be an address in the value of a header, in lower case. */
export function addressesIn(value: string): string[] {
  const words = value.toLowerCase().split(/[\s<>,;:"]+/);
  return words.filter((word) => word.lastIndexOf('@', word.length - 2) > 0);
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
