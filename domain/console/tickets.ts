/** Secrets that open a console. Only their hashes are kept. */
import { createHash, randomBytes } from 'node:crypto';
import { insertConsoleTicket } from '@innkeeper/db/tables/console-tickets';
import { minutes } from '@innkeeper/model/clock';
import type { CredentialKey } from '../access/credentials.ts';
import type { Customer } from '../actor.ts';
import type { Cx } from '../context.ts';

/** Long enough for a browser to load what will open it. */
export const TICKET_VALID_MS = minutes(1);

export interface ConsoleTicket {
  account_id: number;
  /** Who asked for it: one of both. */
  token_id: number | null;
  session_id: number | null;
  server_id: number;
  expires_at: Date;
  renewable_until: Date;
}

/** Who asked for a ticket. */
export const askedFor = ({ kind, id }: Customer): Pick<ConsoleTicket, 'token_id' | 'session_id'> =>
  kind === 'token' ? { token_id: id, session_id: null } : { token_id: null, session_id: id };

export const askerOf = ({ token_id, session_id }: Pick<ConsoleTicket, 'token_id' | 'session_id'>): CredentialKey =>
  session_id === null ? `token:${token_id ?? 0}` : `session:${session_id}`;

/** Returns the secret of a new ticket. */
export async function makeConsoleTicket(db: Cx['db'], ticket: ConsoleTicket): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await insertConsoleTicket(db, { ...ticket, secret_hash: hashOfSecret(secret) });
  return secret;
}

export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
