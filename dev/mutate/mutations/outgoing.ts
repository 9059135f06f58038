import { mutationsOf } from '../mutation.ts';

const MAILS = ['lab/slices/send-mails.test.ts'];
const FAIRNESS = ['lab/slices/webhooks/fairness.test.ts'];

/** Mutations of outgoing mail and webhooks. */
export const OUTGOING = [
  ...mutationsOf('jobs/send-mails.ts', MAILS, [
    ['a mail is sent in the turn in which it is due', 'if (inFlightBefore > 0 && !full) continue;', ''],
    ['what a person wrote is sent as such', 'const byPerson = isWrittenByPerson(template);', 'const byPerson = false;'],
  ]),
  ...mutationsOf(
    'engine/mail/port.ts',
    ['engine/mail/folder.test.ts'],
    [['what a person wrote says of no robot', 'mail.byPerson ? {} : AUTOMATIC', 'AUTOMATIC']],
  ),
  ...mutationsOf('jobs/webhooks/deliver-events.ts', FAIRNESS, [
    ['an event is sent in the turn in which it is due', 'if (inFlightBefore > 0 && !full) continue;', ''],
  ]),
  ...mutationsOf('model/webhooks/fair-choice.ts', FAIRNESS, [
    ['an account has few deliveries under way', 'busy.account(one) >= PER_ACCOUNT', 'busy.account(one) < 0'],
  ]),
];
