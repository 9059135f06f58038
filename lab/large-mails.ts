/** Mails of the largest size that a parser finds expensive, for tests of its memory and for attacks. */
import { MAX_MAIL_BYTES } from '@innkeeper/model/mail-in/mail';

export interface LargeMail {
  /** Header fields about the content. */
  head: string;
  /** Line that fills the body. */
  line: string;
}

const text = (type: string, encoding: string, line: string): LargeMail => ({
  head: `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}`,
  line,
});
const parts = (line: string): LargeMail => ({ head: 'Content-Type: multipart/mixed; boundary=x', line });

/** Each mail by its name. A new form is one line. */
export const LARGE_MAILS: Readonly<Record<string, LargeMail>> = {
  'short lines': text('text/plain', '7bit', 'x\r\n'),
  'empty lines': text('text/plain', '7bit', '\n'),
  'padded base64': text('text/plain', 'base64', 'eA==\r\n'),
  'quoted-printable': text('text/plain', 'quoted-printable', '=41=\r\n'),
  'flowed text': text('text/plain; format=flowed; delsp=yes', '7bit', 'x \r\n'),
  'tags of HTML': text('text/html', '7bit', '<p>\r\n'),
  'unfinished HTML': text('text/html', '7bit', '<a href="\r\n'),
  'Cyrillic text': text('text/plain; charset=utf-8', '8bit', 'ж\r\n'),
  'one file of base64': text('application/x; name=x', 'base64', `${'QUJD'.repeat(19)}\r\n`),
  'parts without end': parts('--x\r\n\r\nx\r\n'),
  'parts of quoted-printable': parts('--x\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nx\r\n'),
  'files without end': parts('--x\r\nContent-Type: a/b; name=c\r\n\r\nx\r\n'),
};

/** Returns the raw mail, nearly as large as a mail may be. */
export function largeMail({ head, line }: LargeMail, from = 'a@b.example'): Buffer {
  const start = Buffer.from(`From: ${from}\r\nTo: support@shop.example\r\n${head}\r\n\r\n`);
  const raw = Buffer.alloc(MAX_MAIL_BYTES - 1024, line);
  start.copy(raw);
  return raw;
}
