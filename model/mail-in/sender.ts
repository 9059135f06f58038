/**
 * Decides whether a mail is from its alleged sender.
 *
 * Anyone can write any `From`, and any domain can sign a mail. A DKIM signature therefore counts only if its domain is that of `From` or a
 * parent of it. If that domain has a DMARC policy, DMARC must pass by such a signature too.
 */
import { getDomain } from 'tldts';

/** TXT records by name in lower case. `null` if DNS gave no answer, which is temporary. An empty list if the name does not exist. */
export type NameAnswers = ReadonlyMap<string, readonly string[] | null>;

/** Result of a signature over the whole body, by a domain that may verify the sender. */
export type SignatureResult = 'pass' | 'fail' | 'unanswered';

/** Result of DMARC. `none` if the domain has no policy. */
export type DmarcResult = 'pass' | 'none' | 'fail' | 'unanswered';

/** Result for the sender. `unanswered` if a missing DNS answer could decide. */
export type SenderResult = 'verified' | 'unverified' | 'unanswered';

const ADDRESS = /^[^\s"(),:;<>@[\\\]]+@((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+)$/;

/**
 * Returns the domain of an address, which must be in lower case. Returns `undefined` if the domain cannot be verified: the address is
 * quoted or not ASCII, or no registrable domain contains it.
 */
export function senderDomain(address: string): string | undefined {
  const domain = ADDRESS.exec(address)?.[1];
  return domain !== undefined && registeredDomain(domain) !== null ? domain : undefined;
}

/**
 * Returns whether `signer` is the domain itself or a parent of it. A public suffix does not count, because anyone can register a domain
 * below it.
 */
export function canVerify(signer: string, domain: string): boolean {
  if (signer !== domain && !domain.endsWith(`.${signer}`)) return false;
  return registeredDomain(signer) !== null;
}

/** Returns the registrable domain that contains `domain`, or `null` for a public suffix, including suffixes of hosting companies. */
export function registeredDomain(domain: string): string | null {
  return getDomain(domain, { allowPrivateDomains: true });
}

/** Returns the result from the signatures that may verify the sender, and from DMARC for the signatures that passed. */
export function judgeSender(signatures: readonly SignatureResult[], dmarc: DmarcResult): SenderResult {
  if (signatures.includes('pass') && (dmarc === 'pass' || dmarc === 'none')) return 'verified';
  const missing = signatures.includes('unanswered') || (signatures.includes('pass') && dmarc === 'unanswered');
  return missing ? 'unanswered' : 'unverified';
}

/** Returns the result from the DKIM keys alone, or `undefined` if a key exists and the mail itself must be checked. */
export function judgeByKeys(answers: NameAnswers): SenderResult | undefined {
  const keys = [...answers].filter(([name]) => name.includes('._domainkey.')).map(([, texts]) => texts);
  if (keys.some((texts) => texts !== null && texts.length > 0)) return undefined;
  return keys.includes(null) ? 'unanswered' : 'unverified';
}
