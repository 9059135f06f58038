import { mutationsOf } from '../mutation.ts';

const SENDER = ['engine/mail-in/verify-sender.test.ts'];
const SLICE = ['lab/slices/mail-in-senders.test.ts'];
const DESTINATION = ['model/mail-in/destination.test.ts'];

/** Mutations of received support mail: its owner and its destination. */
export const MAIL_IN = [
  ...mutationsOf('model/mail-in/sender.ts', SENDER, [
    [
      'the signature of another domain vouches for nobody',
      'if (signer !== domain && !domain.endsWith(`.${signer}`)) return false;',
      '',
    ],
    ['a domain that only ends alike vouches for nobody', 'domain.endsWith(`.${signer}`)', 'domain.endsWith(signer)'],
    ['a public suffix vouches for nobody', 'return registeredDomain(signer) !== null;', 'return true;'],
    ['nor one of a hosting company', '{ allowPrivateDomains: true }', '{ allowPrivateDomains: false }'],
    ['a policy must be met', " && (dmarc === 'pass' || dmarc === 'none')", ''],
    ['what DNS does not answer is no failure', "signatures.includes('unanswered') || ", ''],
  ]),
  ...mutationsOf('engine/mail-in/verify-sender.ts', SENDER, [
    ['a signature covers the whole body', '(status.underSized ?? 0) === 0', 'true'],
    ['SHA-1 signs nothing', 'rejectRsaSha1: true,', ''],
    ['a signature is judged by the time at which the mail came', 'curTime: at,', ''],
    ['a mail has one sender', 'headerFrom.length === 1 ?', 'headerFrom.length > 0 ?'],
  ]),
  ...mutationsOf('engine/mail-in/signed-header.ts', SENDER, [
    ['of many signatures none is checked', '    signatures <= MAX_SIGNATURES &&\n', ''],
    [
      'a field above the signed ones is not read in place of one',
      '    [...AT_MOST_ONE].every((name) => count(name) <= 1) &&\n',
      '',
    ],
    ['no line reads differently for two parsers', ' || /[\\0\\r]/.test(line)', ''],
    ['no words stand between headers', '    if (!field', '    if (!field) continue;\n    if (!field'],
    ['a field that is taken apart is small', 'bytes <= MAX_PARSED_FIELD_BYTES || ', 'true || '],
  ]),
  ...mutationsOf('domain/mail-in/destination-facts.ts', SLICE, [
    ['both parsers read the same sender', 'from !== null && from === verified_from', 'verified_from !== null'],
  ]),
  ...mutationsOf('jobs/check-senders.ts', SLICE, [
    ['a mail waits for DNS', "result === 'unanswered' && ", '(false as boolean) && '],
    ['but a day at most', 'if (clock.now().getTime() - received_at.getTime() >= MAX_WAIT_MS) return false;', ''],
    ['DNS is asked while others are handled', 'await names.query(needed.names)', 'await inTurn(() => names.query(needed.names))'],
  ]),
  ...mutationsOf('model/mail-in/destination.ts', DESTINATION, [
    ['a subject alone opens no ticket to who forges a sender', 'bySubject?.itsPeople && verified', 'bySubject?.itsPeople'],
    ['a subject opens no ticket to others', 'bySubject?.itsPeople && verified', 'bySubject && verified'],
    ['a forged sender opens no ticket in an account', 'if (verified && member && accountId', 'if (member && accountId'],
    ['a forged sender writes in no name', 'const own = verified && member', 'const own = member'],
    ['a mail that comes twice counts once', "if (seen) return { to: 'nowhere', why: 'twice' };", ''],
    ['two programs do not answer each other', 'if (loops && !forced)', 'if (loops && forced)'],
    ['a bounce is never a message', " || kind === 'bounce'", ''],
  ]),
];
