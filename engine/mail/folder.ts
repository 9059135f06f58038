/**
 * A mail driver that writes each mail to a directory as an .eml file, named by its key. For trials and installations that do not send mail
 * yet.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { writeAtomic } from '../atomic.ts';
import { MailError, type MailPort, messageOf, type OutgoingMail, requireSafe } from './port.ts';

export interface FolderMailOptions {
  directory: string;
  from: string;
  log: { info(fields: object, message: string): void };
}

export function folderMail({ directory, from, log }: FolderMailOptions): MailPort {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    name: 'folder',
    async send(mail: OutgoingMail): Promise<void> {
      requireSafe(mail);
      const { message } = await transport.sendMail(messageOf(mail, from));
      const file = join(directory, `${mail.key}.eml`);
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await writeAtomic(file, message.toString(), { mode: 0o600 });
      } catch (cause) {
        throw new MailError(`${file} could not be written`, { permanent: false, cause });
      }
      log.info({ file, subject: mail.subject }, 'no SMTP server is configured, so a mail was written to a file');
    },
    async close() {
      transport.close();
    },
  };
}
