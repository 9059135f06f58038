/** Sends mail through an SMTP server of the operator, which relays it to all others. */
import { createTransport } from 'nodemailer';
import { MailError, type MailPort, messageOf, type OutgoingMail, requireSafe } from './port.ts';

export interface SmtpOptions {
  host: string;
  port: number;
  /** Encryption. `starttls` refuses a server that does not offer it. `none` is for a server on this host. */
  tls: 'starttls' | 'implicit' | 'none';
  from: string;
  credentials: { user: string; password: string } | null;
  /** PEM of a certificate authority in addition to those of Node.js. */
  ca?: string | undefined;
  timeoutMs?: number;
}

/**
 * Timeout in milliseconds for an answer. Later answers lead to a retry. RFC 5321 allows 10 minutes for the end of the data, which our queue
 * does not need.
 */
const TIMEOUT_MS = 60_000;

export function smtpMail({ host, port, tls, from, credentials, ca, timeoutMs = TIMEOUT_MS }: SmtpOptions): MailPort {
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca && { ca }) },
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    name: 'smtp',
    async send(mail: OutgoingMail): Promise<void> {
      requireSafe(mail);
      try {
        await transport.sendMail(messageOf(mail, from));
      } catch (cause) {
        throw new MailError(cause instanceof Error ? cause.message : String(cause), { permanent: isPermanent(cause), cause });
      }
    },
    async close() {
      transport.close();
    },
  };
}

/**
 * Returns whether a retry is useless: a 5xx about the recipient or the message. The operator can fix a failed login, after which the mail
 * is sent.
 */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500;
}
