/** A mail port for tests: it records mails, and fails on request. */
import type { MailPort, OutgoingMail } from '@innkeeper/engine/mail/port';

export interface FakeMail extends MailPort {
  sent: OutgoingMail[];
  /** Error of the next sends, or null if they succeed. */
  failure: Error | null;
}

export function fakeMail(): FakeMail {
  const fake: FakeMail = {
    name: 'fake',
    sent: [],
    failure: null,
    async send(mail) {
      if (fake.failure) throw fake.failure;
      fake.sent.push(mail);
    },
    async close() {},
  };
  return fake;
}
