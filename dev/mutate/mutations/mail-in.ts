import { mutationsOf } from '../mutation.ts';

const SENDER = ['engine/mail-in/verify-sender.test.ts'];
const SLICE = ['lab/slices/mail-in-senders.test.ts'];
const DESTINATION = ['model/mail-in/destination.test.ts'];

/** Mutations of received support mail: its owner and its destination. */
export const MAIL_IN = [
  ...mutationsOf('model/mail-in/sender.ts', SENDER, [
    [
      'a signature of an unrelated domain does not verify the sender',
      'if (signer !== domain && !domain.endsWith(`.${signer}`)) return false;',
      '',
    ],
    [
      'a domain that only has the same ending does not verify the sender',
      'domain.endsWith(`.${signer}`)',
      'domain.endsWith(signer)',
    ],
    ['a public suffix does not verify the sender', 'return registeredDomain(signer) !== null;', 'return true;'],
    [
      'a suffix of a hosting company does not verify the sender',
      '{ allowPrivateDomains: true }',
      '{ allowPrivateDomains: false }',
    ],
    ['a sender whose DMARC policy fails is not verified', " && (dmarc === 'pass' || dmarc === 'none')", ''],
    ['a missing DNS answer is not a failure', "signatures.includes('unanswered') || ", ''],
  ]),
  ...mutationsOf('engine/mail-in/verify-sender.ts', SENDER, [
    ['a signature must cover the whole body', '(signature.status.underSized ?? 0) === 0', 'true'],
    ['a signature with SHA-1 is refused', 'rejectRsaSha1: true,', ''],
    ['a signature is checked against the time of receipt', 'curTime: at,', ''],
    ['a verified mail has exactly one sender', 'headerFrom.length === 1 ?', 'headerFrom.length > 0 ?'],
  ]),
  ...mutationsOf('engine/mail-in/signed-header.ts', SENDER, [
    ['a mail with too many signatures is not checked', '    signatures <= MAX_SIGNATURES &&\n', ''],
    [
      'a mail that repeats a unique header field is not checked',
      '    [...AT_MOST_ONE].every((name) => count(name) <= 1) &&\n',
      '',
    ],
    ['a header that two parsers could read differently is not checked', 'if (/[\\0\\r]/.test(line)) return undefined;', ''],
    [
      'a header with lines that are not fields is not checked',
      'if (name === undefined) return undefined;',
      'if (name === undefined) continue;',
    ],
    ['the size of a parsed header field is limited', 'name.length + value.length <= MAX_PARSED_FIELD_BYTES || ', 'true || '],
  ]),
  ...mutationsOf('domain/mail-in/destination-facts.ts', SLICE, [
    ['both parsers must read the same sender', 'from !== null && from === verified_from', 'verified_from !== null'],
  ]),
  ...mutationsOf('jobs/check-senders.ts', SLICE, [
    ['a mail waits for a missing DNS answer', "result === 'unanswered' && ", '(false as boolean) && '],
    ['a mail waits at most a day for DNS', 'if (clock.now().getTime() - received_at.getTime() >= MAX_WAIT_MS) return false;', ''],
    [
      'a DNS query does not block other mails',
      'await names.query(needed.names)',
      'await inTurn(() => names.query(needed.names))',
    ],
  ]),
  ...mutationsOf('model/mail-in/destination.ts', DESTINATION, [
    [
      'a forged sender cannot write to a ticket by its subject',
      'bySubject?.isParticipant && verified',
      'bySubject?.isParticipant',
    ],
    [
      'only participants of a ticket can write to it by its subject',
      'bySubject?.isParticipant && verified',
      'bySubject && verified',
    ],
    ['a forged sender cannot open a ticket in an account', 'if (verified && member && accountId', 'if (member && accountId'],
    ['a message of a forged sender is not attributed to a user', 'const own = verified && member', 'const own = member'],
    ['a mail that arrives twice is handled once', "if (seen) return { to: 'nowhere', why: 'twice' };", ''],
    ['a loop between two mail programs is stopped', 'if (loops && !forced)', 'if (loops && forced)'],
    ['a bounce never becomes a message', " || kind === 'bounce'", ''],
  ]),
];
