import { type FolderMailOptions, folderMail } from './folder.ts';
import type { MailPort } from './port.ts';
import { type SmtpOptions, smtpMail } from './smtp.ts';

export interface MailOptions extends FolderMailOptions {
  /** Null: mail is written to the directory. */
  smtp: Omit<SmtpOptions, 'from'> | null;
}

export function openMail({ smtp, ...folder }: MailOptions): MailPort {
  return smtp ? smtpMail({ ...smtp, from: folder.from }) : folderMail(folder);
}
