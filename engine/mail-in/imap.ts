/** Mail of a mailbox, by IMAP. What was taken is marked, or moved, afterwards: whoever dies in between gets it again. */
import { MOST_MAIL_BYTES } from '@innkeeper/model/mail-in/mail';
import { ImapFlow } from 'imapflow';

export interface Mailbox {
  host: string;
  port: number;
  /** `starttls`: refused unless the server offers it. `none` is for a server on this host. */
  tls: 'implicit' | 'starttls' | 'none';
  user: string;
  password: string;
  folder: string;
  /** Where mail is moved to that was taken; null: it is marked as seen. */
  doneFolder: string | null;
  timeoutMs?: number;
}

/** In one connection: the next begins a moment later. */
const AT_MOST = 100;
const TIMEOUT_MS = 30_000;

/**
 * Has `take` take each mail that nobody took, the oldest first; when that resolves, the mail is marked. Returns how many, and how many are too
 * large to be taken, which stay as they are. Throws when the server can't be reached, or refuses.
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
    for (const uid of (found || []).slice(0, AT_MOST)) {
      if (stopping?.aborted) break;
      const sized = await client.fetchOne(String(uid), { size: true }, { uid: true });
      if (!sized) continue;
      if ((sized.size ?? 0) > MOST_MAIL_BYTES) {
        tooLarge += 1;
        continue;
      }
      const mail = await client.fetchOne(String(uid), { source: true }, { uid: true });
      if (!mail || mail.source === undefined) continue;
      await take(mail.source);
      await mark(client, uid, doneFolder);
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
    maxLiteralSize: MOST_MAIL_BYTES + 1024 ** 2,
  });
  // Whoever waits for it is told by the promise.
  client.on('error', () => {});
  return client;
}

async function mark(client: ImapFlow, uid: number, doneFolder: string | null): Promise<void> {
  const marked =
    doneFolder === null
      ? await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
      : await client.messageMove(String(uid), doneFolder, { uid: true });
  if (!marked) throw new Error(doneFolder === null ? 'mail can not be marked as seen' : `mail can not be moved to ${doneFolder}`);
}
