/** A mail port for tests: it keeps what it is given, and fails when it is told to. */
import type { MailPort, OutgoingMail } from '@innkeeper/engine/mail/port';

export interface FakeMail extends MailPort {
  sent: OutgoingMail[];
  /** What the next sends fail with; null: they succeed. */
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
