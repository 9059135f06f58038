/** Mail for support, and an inbox that parses it in this process. A thread for each inbox would take half a second. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { openDatabase } from '@innkeeper/db/connect';
import { API_ROLE, asRole } from '@innkeeper/db/roles';
import { inTransaction } from '@innkeeper/db/transaction';
import { receiveMail } from '@innkeeper/domain/mail-in/receive';
import { openAttachmentDirectory } from '@innkeeper/engine/attachments/directory';
import type { MailNames } from '@innkeeper/engine/mail-in/names';
import type { MailParser } from '@innkeeper/engine/mail-in/parse';
import { readMime } from '@innkeeper/engine/mail-in/read-mime';
import { checkSender, listNames } from '@innkeeper/engine/mail-in/verify-sender';
import { openScanners } from '@innkeeper/engine/scanner/open';
import type { Scanners } from '@innkeeper/engine/scanner/port';
import { handleReceivedMails } from '@innkeeper/jobs/handle-received-mail';
import type { InboxContext } from '@innkeeper/jobs/job';
import { KEY_BYTES, openSealer } from '@innkeeper/model/installation/sealing';
import type { Clock } from '@innkeeper/model/time/clock';
import type { TestDatabase } from './database.ts';
import { givenJobCx } from './given-cx.ts';
import { LAB_NAMES } from './signed-mail.ts';

export const PARSER_HERE: MailParser = { read: readMime, listNames, checkSender };

export const LAB_SEALER = openSealer(Buffer.alloc(KEY_BYTES));

export interface LabInbox {
  cx: InboxContext;
  /** Receives a mail through the pipe without handling it. Returns the id of its row. */
  receive(raw: string | Buffer, recipient?: string): Promise<number>;
  /** Receives and handles a mail. Returns its row. */
  take(
    raw: string,
    recipient?: string,
  ): Promise<{ outcome: string | null; why: string | null; ticket_id: number | null; id: number }>;
  close(): Promise<void>;
}

/** Opens an inbox with the database role of the API. */
export function openLabInbox(
  lab: TestDatabase,
  directory: string,
  {
    parser = PARSER_HERE,
    names = LAB_NAMES,
    clock,
    scanners = openScanners(),
  }: { parser?: MailParser; names?: MailNames; clock?: Clock; scanners?: Scanners } = {},
): LabInbox {
  const { db, close } = openDatabase({ url: asRole(lab.url, API_ROLE) });
  const files = openAttachmentDirectory(directory);
  const cx: InboxContext = {
    ...givenJobCx(db, clock ? { clock } : {}),
    attachments: files,
    inbox: { files, parser, processId: randomUUID(), names, sealer: LAB_SEALER, scanners },
  };
  const receive = async (raw: string | Buffer, recipient?: string): Promise<number> => {
    const content = typeof raw === 'string' ? raw.replace(/\r?\n/g, '\r\n') : raw;
    const stored = await files.write(Readable.from([content]), new AbortController().signal);
    await inTransaction(lab.db, (trx) =>
      receiveMail({ ...cx, db: trx }, { ...stored, source: 'pipe', recipient: recipient ?? null }),
    );
    const row = await lab.db
      .selectFrom('received_mails')
      .select('id')
      .where('sha256', '=', stored.sha256)
      .executeTakeFirstOrThrow();
    return row.id;
  };
  return {
    cx,
    close,
    receive,
    async take(raw, recipient) {
      const id = await receive(raw, recipient);
      await handleReceivedMails(cx);
      return lab.db.selectFrom('received_mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    },
  };
}

let count = 0;

/** Returns a raw mail with one part and its own Message-ID. */
export function rawMail(headers: Record<string, string | undefined>, body = 'Still hangs.'): string {
  count += 1;
  const all: Record<string, string | undefined> = {
    'Message-ID': `<${count}@example.org>`,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return `${lines.join('\r\n')}\r\n\r\n${body}\r\n`;
}
