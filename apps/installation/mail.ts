/** Outgoing mail of an installation. Without an SMTP server every mail is a file in `<home>/mail`. */
import type { MailOptions } from '@innkeeper/engine/mail/open';
import type { Section } from '@innkeeper/model/configuration/keys';

const PORTS = { starttls: 587, implicit: 465, none: 25 };

export function mailSettingsOf(values: Section<'mail'>): Pick<MailOptions, 'from' | 'smtp'> {
  const from = values['mail.from'];
  const host = values['mail.smtp.host'];
  if (host === null) return { from, smtp: null };
  const tls = values['mail.smtp.tls'];
  const user = values['mail.smtp.user'];
  const password = values['mail.smtp.password'];
  const credentials = user === null || password === null ? null : { user, password };
  return { from, smtp: { host, port: values['mail.smtp.port'] ?? PORTS[tls], tls, credentials } };
}
