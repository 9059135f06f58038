/** Keys of outgoing mail. Without an SMTP server, each mail is written to a file in the home. */
import { asciiDomain } from '../../mail/address.ts';
import { key, optional } from '../key.ts';
import { oneOf, parsed, text, whole } from '../kinds.ts';

const ADDRESS = /^[^\s<>@,;:"]+@[^\s<>@,;:"]+$|^[^<>@,;:"\r\n]+ <[^\s<>@,;:"]+@[^\s<>@,;:"]+>$/;
const WORKER = { readers: ['worker', 'cli'], apply: 'restart' } as const;

export const MAIL_KEYS = {
  'mail.from': key(
    'Sender of all mail.',
    parsed('an address, or a name with an address: Shop <noreply@example.com>', parseSender),
    'Innkeeper <innkeeper@localhost>',
    WORKER,
  ),
  'mail.invoices': key(
    'Documents of mails about orders: "attach" sends the PDF, "link" sends a link to the page of invoices.',
    oneOf('attach', 'link'),
    'attach',
  ),
  'mail.smtp.host': optional(
    'SMTP server that sends your mail.',
    text('the name or address of a host', (host) => /^[A-Za-z0-9.:-]{1,253}$/.test(host)),
    'smtp.example.com',
    // The API also reads the host: if mail leaves this host, its links must not point to a loopback address.
    { apply: 'restart' },
  ),
  'mail.smtp.port': optional(
    'Port of the SMTP server. Default: 587, with implicit TLS 465, without TLS 25.',
    whole(1, 65_535),
    587,
    WORKER,
  ),
  'mail.smtp.tls': key(
    'Encryption of the connection. A server without TLS must be on this host.',
    oneOf('starttls', 'implicit', 'none'),
    'starttls',
    WORKER,
  ),
  'mail.smtp.user': optional(
    'User name for the SMTP server.',
    text('a name', (name) => /^[^\0\r\n]{1,320}$/.test(name)),
    'shop',
    WORKER,
  ),
  'mail.smtp.password': optional(
    'Password for the SMTP server.',
    text('a password of one line', (word) => /^[^\0\r\n]{1,1000}$/.test(word)),
    'password-of-the-user',
    {
      // The command line needs the password, because `alert test` sends a mail.
      readers: ['worker', 'cli'],
      apply: 'restart',
      secret: true,
      aliases: ['INNKEEPER_SMTP_PASSWORD'],
    },
  ),
};

/** Returns the sender with its domain in ASCII form, or `undefined` for other text. */
function parseSender(from: string): string | undefined {
  return ADDRESS.test(from) ? from.replace(/[^@>]+(?=>?$)/, asciiDomain) : undefined;
}
