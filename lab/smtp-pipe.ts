/** A real SMTP server that pipes each mail to a program, as Postfix and Exim do, and a client that sends a mail to it. */
import type { ChildProcess } from 'node:child_process';
import { createTransport } from 'nodemailer';
import { openSmtpServer } from './smtp-server.ts';

/** Sends one mail, and fails if the program fails. `start` starts the program for a receiver. */
export async function mailThroughPipe(
  mail: { from: string; to: string; subject: string; text: string; attachments: { filename: string; content: string }[] },
  start: (recipient: string) => ChildProcess,
): Promise<void> {
  const server = await openSmtpServer({
    onData(stream, session, done) {
      const child = start(session.envelope.rcptTo[0]?.address ?? '');
      if (child.stdin) stream.pipe(child.stdin);
      child.once('exit', (code) => done(code === 0 ? null : Object.assign(new Error('not now'), { responseCode: 451 })));
    },
  });
  const sender = createTransport({ host: '127.0.0.1', port: server.port, ignoreTLS: true });
  await sender.sendMail(mail);
  sender.close();
  await server.close();
}
