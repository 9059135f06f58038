/**
 * Decides whether a mail is from whom it says. Anybody can write any `From`, and any domain can sign a mail, so a DKIM signature counts only if
 * its domain is that of `From` or one above it. Where that domain has a DMARC policy, DMARC must pass by such a signature too.
 */
import { getDomain } from 'tldts';

/** TXT records by name, in lower case. `null` if DNS gave no answer, which is temporary; no records if there is no such name. */
export type NameAnswers = ReadonlyMap<string, readonly string[] | null>;

/** A signature that covers the whole body, by a domain that vouches for the sender. */
export type SignatureResult = 'pass' | 'fail' | 'unanswered';

/** `none` if no policy exists. */
export type DmarcResult = 'pass' | 'none' | 'fail' | 'unanswered';

/** `unanswered` if the answer of DNS that is missing may decide. */
export type SenderResult = 'verified' | 'unverified' | 'unanswered';

const ADDRESS = /^[^\s"(),:;<>@[\\\]]+@((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+)$/;

/** Returns the domain of an address in lower case. Returns `undefined` if it can't be verified: quoted, not ASCII, or below no domain that can be registered. */
export function senderDomain(address: string): string | undefined {
  const domain = ADDRESS.exec(address)?.[1];
  return domain !== undefined && registeredDomain(domain) !== null ? domain : undefined;
}

/** Returns whether `signer` is the domain itself or above it, and no public suffix, below which anybody can register a domain. */
export function vouchesFor(signer: string, domain: string): boolean {
  if (signer !== domain && !domain.endsWith(`.${signer}`)) return false;
  return registeredDomain(signer) !== null;
}

/** Returns the domain that somebody registered, which `domain` is or is below. `null` for a public suffix, also one of a hosting company. */
export function registeredDomain(domain: string): string | null {
  return getDomain(domain, { allowPrivateDomains: true });
}

/** Judges by the signatures that vouch for the sender, and by DMARC over those that passed. */
export function judgeSender(signatures: readonly SignatureResult[], dmarc: DmarcResult): SenderResult {
  if (signatures.includes('pass') && (dmarc === 'pass' || dmarc === 'none')) return 'verified';
  const missing = signatures.includes('unanswered') || (signatures.includes('pass') && dmarc === 'unanswered');
  return missing ? 'unanswered' : 'unverified';
}

/** Judges by the keys alone. Returns `undefined` if there is one, so that the mail has to be looked at. */
export function judgeByKeys(answers: NameAnswers): SenderResult | undefined {
  const keys = [...answers].filter(([name]) => name.includes('._domainkey.')).map(([, texts]) => texts);
  if (keys.some((texts) => texts !== null && texts.length > 0)) return undefined;
  return keys.includes(null) ? 'unanswered' : 'unverified';
}
