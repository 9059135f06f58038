import { inFile } from '../mutation.ts';

const SENDER = ['model/mail-in/sender.test.ts'];
const DESTINATION = ['model/mail-in/destination.test.ts'];

/** Of mail that comes for support: whose it is, and where it goes. */
export const MAIL_IN = [
  ...inFile('model/mail-in/sender.ts', SENDER, [
    [
      'only the check of our own mail server counts',
      'if (id.trim().split(/\\s+/)[0]?.toLowerCase() !== authservId.toLowerCase()) return false;',
      '',
    ],
    ['nobody is known where no server checks', 'authservId === null || ', ''],
    [
      'a result of another domain vouches for nobody',
      'signer !== undefined && rulesOver(signer, domain)',
      'signer !== undefined',
    ],
    ['a domain that only ends alike vouches for nobody', 'domain.endsWith(`.${signer}`)', 'domain.endsWith(signer)'],
    ['a top-level domain vouches for nobody', "(signer.includes('.') && ", '('],
    ['what stands in a comment is no result', 'withoutComments(results).split', 'results.split'],
  ]),
  ...inFile('model/mail-in/destination.ts', DESTINATION, [
    ['a subject alone opens no ticket to who forges a sender', 'bySubject?.itsPeople && verified', 'bySubject?.itsPeople'],
    ['a subject opens no ticket to others', 'bySubject?.itsPeople && verified', 'bySubject && verified'],
    ['a forged sender opens no ticket in an account', 'if (verified && member && accountId', 'if (member && accountId'],
    ['a forged sender writes in no name', 'const own = verified && member', 'const own = member'],
    ['a mail that comes twice counts once', "if (seen) return { to: 'nowhere', why: 'twice' };", ''],
    ['two programs do not answer each other', 'if (loops && !forced)', 'if (loops && forced)'],
    ['a bounce is never a message', " || kind === 'bounce'", ''],
  ]),
];
