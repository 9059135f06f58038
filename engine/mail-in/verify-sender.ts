/**
 * Checks the signatures (DKIM) of a raw mail and the policy of its sender's domain (DMARC) with mailauth, in the parser's thread. The
 * thread cannot query DNS. It first lists the names that it needs, and later checks with their answers.
 */
import { Readable } from 'node:stream';
import { asciiDomain, withAsciiDomain } from '@innkeeper/model/mail/address';
import {
  canVerify,
  type DmarcResult,
  judgeSender,
  type NameAnswers,
  registeredDomain,
  type SenderResult,
  type SignatureResult,
  senderDomain,
} from '@innkeeper/model/mail-in/sender';
import type { DKIMResult, DNSResolver } from 'mailauth';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { type SignedParts, signatureJudge } from './signed-content.ts';
import { hasCheckableSignature, MAX_HEADER_BYTES, withCrlf } from './signed-header.ts';

export interface NamesNeeded {
  /** Names whose TXT records decide. In lower case, at most 20. */
  names: readonly string[];
  /** Registered domain of the address in `From`. */
  domain: string;
}

export interface CheckedSender {
  result: SenderResult;
  /** Address in `From`, in lower case and with its domain in ASCII form. */
  from: string;
}

/**
 * Lists the names that the check needs. Returns `null` if no signature can verify the sender, whatever DNS answers. Reads only the header,
 * so that the body costs time only if the names exist.
 */
export async function listNames(raw: Uint8Array, at: Date): Promise<NamesNeeded | null> {
  const noAnswer = resolverBy(() => null);
  const mail = await checkSignatures(raw.subarray(0, MAX_HEADER_BYTES), at, noAnswer);
  const domain = mail && registeredDomain(mail.domain);
  if (!mail || !domain || mail.signatures.length === 0) return null;
  const names = new Set(mail.signatures.flatMap((one) => [keyName(one), `_dmarc.${signerOf(one)}`]));
  // Without any record, the search for a policy queries all parent domains.
  const noRecord = (name: string) => (names.add(name), []);
  await checkPolicy(mail, mail.signatures, resolverBy(noRecord));
  return { names: [...names], domain };
}

export interface SenderFacts {
  /** Must contain all names of `listNames`. */
  answers: NameAnswers;
  /** Domains of the inbox in lower case. A verified mail names an address of one as its recipient. */
  domains: readonly string[];
}

/** Checks the sender of a mail that arrived at `at`. Returns `null` if nothing can be verified. */
export async function checkSender(raw: Uint8Array, at: Date, { answers, domains }: SenderFacts): Promise<CheckedSender | null> {
  const resolver = resolverBy((name) => answers.get(name) ?? null);
  const mail = await checkSignatures(raw, at, resolver);
  if (!mail) return null;
  const judge = signatureJudge(withCrlf(raw), { at, domains });
  const whole = mail.signatures.filter(
    // A domain that only tests its signatures (`t=y`) does not stand by them.
    (signature) => (signature.status.underSized ?? 0) === 0 && !signature.status.testing && judge(signedParts(signature)),
  );
  const passed = whole.filter(({ status }) => status.result === 'pass');
  const policy = passed.length === 0 ? 'none' : await checkPolicy(mail, passed, resolver);
  return { from: mail.from, result: judgeSender(whole.map(signatureResult), policy) };
}

interface SignedMail {
  from: string;
  /** Domain of `from`. */
  domain: string;
  /** Signatures of domains that vouch for the sender. */
  signatures: readonly DKIMResult[];
}

async function checkSignatures(raw: Uint8Array, at: Date, resolver: DNSResolver): Promise<SignedMail | null> {
  if (!hasCheckableSignature(raw)) return null;
  const { headerFrom, results } = await dkimVerify(Readable.from(piecesOf(withCrlf(raw))), {
    resolver,
    curTime: at,
    rejectRsaSha1: true,
  });
  const from = headerFrom.length === 1 ? withAsciiDomain(headerFrom[0]?.toLowerCase() ?? '') : undefined;
  const domain = from && senderDomain(from);
  if (from === undefined || !domain) return null;
  return { from, domain, signatures: results.filter((result) => vouches(result, domain)) };
}

/** Minimum size of a piece in bytes. */
const PIECE_BYTES = 1024 ** 2;

/** Splits the mail at line ends only. For a line of 30 MB in pieces, the verifier would copy and search its buffer for each piece. */
function* piecesOf(whole: Buffer): Generator<Buffer> {
  for (let from = 0; from < whole.length; ) {
    const end = whole.indexOf('\n', from + PIECE_BYTES) + 1 || whole.length;
    yield whole.subarray(from, end);
    from = end;
  }
}

const HOST = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;
const MAX_NAME_LENGTH = 253;

function vouches(result: DKIMResult, domain: string): boolean {
  const { selector = '' } = result;
  const signer = signerOf(result);
  if (!HOST.test(signer) || !HOST.test(selector) || keyName(result).length > MAX_NAME_LENGTH) return false;
  return canVerify(signer, domain);
}

const signedParts = ({ signingHeaders, signTime }: DKIMResult): SignedParts => ({
  fields: (signingHeaders?.keys ?? '').split(':').map((name) => name.trim().toLowerCase()),
  time: signTime ? new Date(signTime) : null,
});

/** Returns the domain of a signature (`d=`) as DNS knows it. A mail with other letters may write these (RFC 8616). */
const signerOf = ({ signingDomain = '' }: DKIMResult): string => asciiDomain(signingDomain).toLowerCase();

const keyName = (signature: DKIMResult): string => `${signature.selector}._domainkey.${signerOf(signature)}`.toLowerCase();

function signatureResult({ status: { result } }: DKIMResult): SignatureResult {
  if (result === 'temperror') return 'unanswered';
  return result === 'pass' ? 'pass' : 'fail';
}

async function checkPolicy({ from }: SignedMail, passed: readonly DKIMResult[], resolver: DNSResolver): Promise<DmarcResult> {
  const dkimDomains = passed.map((signature) => ({ domain: signerOf(signature) }));
  const found = await dmarc({ headerFrom: from, spfDomains: [], dkimDomains, resolver });
  const result = found ? found.status.result : 'fail';
  if (result === 'temperror') return 'unanswered';
  return result === 'pass' || result === 'none' ? result : 'fail';
}

/** Creates a resolver. `textsOf` returns the TXT records of a name in lower case, or `null` without an answer. */
function resolverBy(textsOf: (name: string) => readonly string[] | null): DNSResolver {
  return async (name, type) => {
    // Other record types only choose between the policies of a domain, which all require the same signature.
    const texts = type === 'TXT' ? textsOf(name.split('.').map(asciiDomain).join('.').toLowerCase()) : [];
    if (texts === null) throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' });
    if (texts.length === 0) throw Object.assign(new Error('no record'), { code: 'ENOTFOUND' });
    return texts.map((text) => [text]);
  };
}
