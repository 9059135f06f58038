/** Console tickets: secrets that open a console. Only their hashes are stored. */
import { createHash, randomBytes } from 'node:crypto';
import { insertConsoleTicket } from '@innkeeper/db/tables/console-tickets';
import { minutes } from '@innkeeper/model/time/clock';
import type { CredentialKey } from '../access/credentials.ts';
import type { Customer } from '../actor.ts';
import type { Cx } from '../context.ts';

/** Validity in milliseconds: long enough for a browser to load the page that opens the console. */
export const TICKET_VALID_MS = minutes(1);

export interface ConsoleTicket {
  account_id: number;
  /** Credential that requested the ticket: either a token or a session. */
  token_id: number | null;
  session_id: number | null;
  server_id: number;
  expires_at: Date;
  renewable_until: Date;
}

/** Returns the credential of a caller as columns of a ticket. */
export const credentialColumns = ({ kind, id }: Customer): Pick<ConsoleTicket, 'token_id' | 'session_id'> =>
  kind === 'token' ? { token_id: id, session_id: null } : { token_id: null, session_id: id };

/** Returns the credential that requested a ticket. */
export const credentialOfTicket = ({ token_id, session_id }: Pick<ConsoleTicket, 'token_id' | 'session_id'>): CredentialKey =>
  session_id === null ? `token:${token_id ?? 0}` : `session:${session_id}`;

/** Inserts a ticket and returns its secret. */
export async function makeConsoleTicket(db: Cx['db'], ticket: ConsoleTicket): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await insertConsoleTicket(db, { ...ticket, secret_hash: hashOfSecret(secret) });
  return secret;
}

/** Returns the SHA-256 by which a ticket is stored. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
