/**
 * Whether a mail is from whom it says: anybody can write any `From`. What counts is what the operator's own mail server found and wrote
 * into `Authentication-Results` (RFC 8601), under the name that the operator told us (the authserv-id): DMARC, a DKIM signature or an SPF
 * pass of the domain of `From` itself, or of one above it, which rules over it anyway. Only the topmost header counts, and only when it bears
 * that name: those below may have come with the mail.
 */
import { headerOf, type MailFacts } from './mail.ts';

/** `authservId`: null when the operator's server does not check, so that nobody is known. */
export function isFromItsSender(mail: MailFacts, authservId: string | null): boolean {
  const domain = domainOf(mail.from);
  const results = headerOf(mail, 'authentication-results');
  if (authservId === null || domain === undefined || results === undefined) return false;
  const [id = '', ...methods] = withoutComments(results).split(';');
  // An authserv-id may be followed by a version.
  if (id.trim().split(/\s+/)[0]?.toLowerCase() !== authservId.toLowerCase()) return false;
  return methods.some((method) => passes(method, domain));
}

/** By what of a result its domain is told. */
const TOLD_BY: Readonly<Record<string, readonly string[]>> = {
  dmarc: ['header.from'],
  dkim: ['header.d', 'header.i'],
  spf: ['smtp.mailfrom', 'smtp.envelope-from'],
};

function passes(method: string, domain: string): boolean {
  const [, name = '', rest = ''] = /^\s*(dmarc|dkim|spf)(?:\/\d+)?\s*=\s*pass\b(.*)$/is.exec(method) ?? [];
  return (TOLD_BY[name.toLowerCase()] ?? []).some((property) => {
    const told = new RegExp(`(?:^|\\s)${property.replace('.', '\\.')}\\s*=\\s*"?([^\\s";]+)`, 'i').exec(rest)?.[1];
    const signer = told?.replace(/^.*@/, '').toLowerCase();
    return signer !== undefined && rulesOver(signer, domain);
  });
}

/** The domain itself, or one above it; never a top-level domain. */
const rulesOver = (signer: string, domain: string): boolean =>
  signer === domain || (signer.includes('.') && domain.endsWith(`.${signer}`));

const domainOf = (address: string | null): string | undefined => address?.split('@')[1];

/** Comments may nest; what is quoted is none. */
function withoutComments(text: string): string {
  let [depth, quoted, kept] = [0, false, ''];
  for (const sign of text) {
    if (sign === '"' && depth === 0) quoted = !quoted;
    if (!quoted && sign === '(') depth += 1;
    if (depth === 0) kept += sign;
    if (!quoted && sign === ')' && depth > 0) depth -= 1;
  }
  return kept;
}
