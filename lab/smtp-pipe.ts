/** A client that sends a mail to a program, through a real SMTP server. */
import type { ChildProcess } from 'node:child_process';
import { createTransport } from 'nodemailer';
import { openMailPipe } from './mail-pipe.ts';

/** Sends one mail, and fails if the program fails. `start` starts the program for a receiver. */
export async function mailThroughPipe(
  mail: { from: string; to: string; subject: string; text: string; attachments: { filename: string; content: string }[] },
  start: (recipient: string) => ChildProcess,
): Promise<void> {
  const server = await openMailPipe(start);
  const sender = createTransport({ host: '127.0.0.1', port: server.port, ignoreTLS: true });
  await sender.sendMail(mail);
  sender.close();
  await server.close();
}
