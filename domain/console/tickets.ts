/** Secrets that open a console. Only their hashes are kept. */
import { createHash, randomBytes } from 'node:crypto';
import { insertConsoleTicket } from '@innkeeper/db/tables/console-tickets';
import { minutes } from '@innkeeper/model/clock';
import type { Cx } from '../context.ts';

/** Long enough for a browser to load what will open it. */
export const TICKET_VALID_MS = minutes(1);

export interface ConsoleTicket {
  account_id: number;
  token_id: number;
  server_id: number;
  expires_at: Date;
  renewable_until: Date;
}

/** Returns the secret of a new ticket. */
export async function makeConsoleTicket(db: Cx['db'], ticket: ConsoleTicket): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await insertConsoleTicket(db, { ...ticket, secret_hash: hashOfSecret(secret) });
  return secret;
}

export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
