/** Mail by an SMTP server of the operator, which knows how to reach all others. */
import { createTransport } from 'nodemailer';
import { MailError, type MailPort, messageOf, type OutgoingMail, refuseUnsafe } from './port.ts';

export interface SmtpOptions {
  host: string;
  port: number;
  /** `starttls`: refused unless the server offers it. `none` is for a server on this host. */
  tls: 'starttls' | 'implicit' | 'none';
  from: string;
  credentials: { user: string; password: string } | null;
  /** PEM of an authority besides those that Node knows. */
  ca?: string | undefined;
  timeoutMs?: number;
}

/** A server that takes longer for an answer is tried again later; RFC 5321 gives the end of the data 10 minutes, which no queue of ours needs. */
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
      refuseUnsafe(mail);
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

/** 5xx about the receiver or the message. One about our own login is the operator's to mend, and then the mail goes. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500;
}
