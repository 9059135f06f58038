/** Fetches mail from a mailbox by IMAP. Mail is marked or moved after it was taken, so a crash in between delivers it again. */
import { MAX_MAIL_BYTES } from '@innkeeper/model/mail-in/mail';
import { ImapFlow } from 'imapflow';

export interface Mailbox {
  host: string;
  port: number;
  /** Encryption. `starttls` refuses a server that does not offer it. `none` is for a server on this host. */
  tls: 'implicit' | 'starttls' | 'none';
  user: string;
  password: string;
  folder: string;
  /** Folder to which taken mail is moved, or `null` to mark it as seen. */
  doneFolder: string | null;
  timeoutMs?: number;
}

/** Maximum number of mails per connection. The next connection starts a moment later. */
const MAX_MAILS = 100;
const TIMEOUT_MS = 30_000;

/**
 * Passes each new mail to `take`, oldest first, and marks it once `take` resolves. Returns how many were taken and how many are too large.
 * Mails that are too large stay unchanged. Throws if the server is unreachable or refuses.
 */
export async function fetchMails(
  mailbox: Mailbox,
  take: (raw: Buffer) => Promise<void>,
  stopping?: AbortSignal,
): Promise<{ taken: number; tooLarge: number }> {
  const { folder, doneFolder } = mailbox;
  const client = clientOf(mailbox);
  let [taken, tooLarge] = [0, 0];
  try {
    await client.connect();
    await client.mailboxOpen(folder);
    const found = await client.search(doneFolder === null ? { seen: false } : { all: true }, { uid: true });
    for (const uid of (found || []).slice(0, MAX_MAILS)) {
      if (stopping?.aborted) break;
      const sized = await client.fetchOne(String(uid), { size: true }, { uid: true });
      if (!sized) continue;
      if ((sized.size ?? 0) > MAX_MAIL_BYTES) {
        tooLarge += 1;
        continue;
      }
      const mail = await client.fetchOne(String(uid), { source: true }, { uid: true });
      if (!mail || mail.source === undefined) continue;
      await take(mail.source);
      await markAsTaken(client, uid, doneFolder);
      taken += 1;
    }
    await client.logout();
  } finally {
    client.close();
  }
  return { taken, tooLarge };
}

function clientOf({ host, port, tls, user, password, timeoutMs = TIMEOUT_MS }: Mailbox): ImapFlow {
  const client = new ImapFlow({
    ...{ host, port, secure: tls === 'implicit', auth: { user, pass: password }, logger: false, disableAutoIdle: true },
    ...(tls !== 'implicit' && { doSTARTTLS: tls === 'starttls' }),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxLiteralSize: MAX_MAIL_BYTES + 1024 ** 2,
  });
  // The promises of the calls report errors.
  client.on('error', () => {});
  return client;
}

async function markAsTaken(client: ImapFlow, uid: number, doneFolder: string | null): Promise<void> {
  const marked =
    doneFolder === null
      ? await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
      : await client.messageMove(String(uid), doneFolder, { uid: true });
  if (!marked) throw new Error(doneFolder === null ? 'mail can not be marked as seen' : `mail can not be moved to ${doneFolder}`);
}
