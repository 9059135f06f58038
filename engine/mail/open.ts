import { type FolderMailOptions, folderMail } from './folder.ts';
import type { MailPort } from './port.ts';
import { type SmtpOptions, smtpMail } from './smtp.ts';

export interface MailOptions extends FolderMailOptions {
  /** SMTP options, or `null` to write mail to the directory. */
  smtp: Omit<SmtpOptions, 'from'> | null;
}

/** Opens the SMTP driver if it is configured, otherwise the folder driver. */
export function openMail({ smtp, ...folder }: MailOptions): MailPort {
  return smtp ? smtpMail({ ...smtp, from: folder.from }) : folderMail(folder);
}
