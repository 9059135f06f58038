import { mutationsOf } from '../mutation.ts';

const MAILS = ['lab/slices/send-mails.test.ts'];
const FAIRNESS = ['lab/slices/webhooks/fairness.test.ts'];

/** Mutations of outgoing mail and webhooks. */
export const OUTGOING = [
  ...mutationsOf('jobs/send-mails.ts', MAILS, [
    ['a mail that was skipped for a busy domain is sent in the same run', 'if (inFlightBefore > 0 && !full) continue;', ''],
    ['a mail written by a person is marked as such', 'const byPerson = isWrittenByPerson(template);', 'const byPerson = false;'],
  ]),
  ...mutationsOf(
    'engine/mail/port.ts',
    ['engine/mail/folder.test.ts'],
    [['a mail written by a person has no headers of automatic mail', 'mail.byPerson ? {} : AUTOMATIC', 'AUTOMATIC']],
  ),
  ...mutationsOf('jobs/webhooks/deliver-events.ts', FAIRNESS, [
    ['a webhook delivery that had no slot is sent in the same run', 'if (inFlightBefore > 0 && !full) continue;', ''],
  ]),
  ...mutationsOf('model/webhooks/fair-choice.ts', FAIRNESS, [
    ['an account has a limited number of concurrent deliveries', 'busy.account(one) >= PER_ACCOUNT', 'busy.account(one) < 0'],
  ]),
];
