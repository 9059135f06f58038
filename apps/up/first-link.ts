/** The link with which the operator of a trial signs in to the console for the first time. */
import type { Database } from '@innkeeper/db/schema';
import { hashSecret, newSecret } from '@innkeeper/db/tables/sessions';
import { putSignInLink } from '@innkeeper/db/tables/sign-in-links';
import { hours, systemClock } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import { withDatabase } from '../installation/database.ts';
import type { Home } from '../installation/home.ts';
import { isLoopback, type ListenSettings, localUrl } from '../transport/transport.ts';
import { findDemoAccount } from './demo-account.ts';
import type { StartSummary } from './start-summary.ts';

const VALID_MS = hours(1);
const EVERY_ADDRESS = ['0.0.0.0', '::'];

/**
 * Returns the console's address on this machine, `http://localhost:7080`. Browsers bind passkeys to a name, never to an address. Returns
 * `null` if the API does not listen on loopback, since a link works on this machine alone.
 */
export function firstLinkUrl(listening: ListenSettings): string | null {
  const { address, port } = listening;
  if (!EVERY_ADDRESS.includes(address) && !isLoopback(address)) return null;
  return `${new URL(localUrl(listening)).protocol}//localhost:${port}`;
}

/**
 * Creates a link for the owner of the demo account, and ends the previous one. The link works once, within an hour. The secret is behind
 * `#`, so no server and no log gets it. Returns `null` if the home is not a trial.
 */
export async function makeFirstLink(
  db: Kysely<Database>,
  { home, url, now }: { home: Home; url: string; now: Date },
): Promise<string | null> {
  const account = await findDemoAccount(db, home);
  if (!account) return null;
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + VALID_MS);
  await putSignInLink(db, { userId: account.owner_id, secretHash: hashSecret(secret), expiresAt });
  return `${url}/enter#${secret}`;
}

/**
 * Creates the link that `up` prints. Returns `null` if the output is not a terminal, because others could read the link there, or if the
 * home is not a trial. A link that could not be stored, as on a full disk, must not end Innkeeper: the reason is printed.
 */
export async function makeLinkForTerminal(
  home: Home,
  listening: ListenSettings,
  { hasFirstLink, isJournal }: Pick<StartSummary, 'hasFirstLink' | 'isJournal'>,
): Promise<string | null> {
  const url = firstLinkUrl(listening);
  if (url === null || !hasFirstLink || isJournal || !process.stdout.isTTY) return null;
  try {
    return await withDatabase(home, (db) => makeFirstLink(db, { home, url, now: systemClock.now() }));
  } catch (error) {
    process.stderr.write(`There is no link to sign in: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}
