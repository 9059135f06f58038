/** Sends mails for attackers, over SMTP. */
import { createTransport } from 'nodemailer';
import type { AttackerResources, AttackResult } from './attack.ts';

export interface MailFlood {
  /** Returns the n-th raw mail. */
  mail(n: number): Buffer;
  /** Number of connections, 4 by default. */
  connections?: number;
  /** Maximum number of mails, unlimited by default. */
  max?: number;
}

/** Sends the next mail on a connection when the server has answered the previous one, until the time ends. Counts the answers by code. */
export async function floodMails(
  { mailPort, address, ms }: AttackerResources,
  { mail, connections = 4, max = Number.POSITIVE_INFINITY }: MailFlood,
): Promise<AttackResult> {
  const end = performance.now() + ms;
  const answers: Record<number, number> = {};
  let sent = 0;
  const sendOnConnection = async (): Promise<void> => {
    const sender = createTransport({
      host: '127.0.0.1',
      port: mailPort,
      localAddress: address,
      ignoreTLS: true,
      pool: true,
      maxConnections: 1,
    });
    while (sent < max && performance.now() < end) {
      const n = sent;
      sent += 1;
      const envelope = { from: `a${n}@evil.example`, to: ['support@shop.example'] };
      const code = await sender.sendMail({ envelope, raw: mail(n) }).then(
        () => 250,
        (error: { responseCode?: number }) => error.responseCode ?? 0,
      );
      answers[code] = (answers[code] ?? 0) + 1;
    }
    sender.close();
  };
  await Promise.all(Array.from({ length: connections }, sendOnConnection));
  return { sent, answers };
}
