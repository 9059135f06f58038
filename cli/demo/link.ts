/** `./innkeeper demo link`: prints a link that signs in to the console as the demo account. */
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { withDatabase } from '@innkeeper/apps/installation/database';
import type { Home } from '@innkeeper/apps/installation/home';
import { refuseInRecovery } from '@innkeeper/apps/installation/recovering';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { listenSettingsOf } from '@innkeeper/apps/transport/transport';
import { firstLinkUrl, makeFirstLink } from '@innkeeper/apps/up/first-link';
import { describeCaller, tunnelCommand } from '@innkeeper/apps/up/tunnel';
import { systemClock } from '@innkeeper/model/clock';
import { requireRunning } from './connection.ts';

/** Prints a new link, and the tunnel that makes it work on the caller's own computer. Throws a `CommandError` if no link is possible. */
export async function printFirstLink(home: Home): Promise<void> {
  await requireRunning(home);
  const { values } = await loadForCommand(home);
  const listening = listenSettingsOf(values);
  const url = firstLinkUrl(listening);
  if (url === null)
    throw new CommandError(
      `The link works on this machine alone, and the API listens on ${listening.address}. Start it with --listen 127.0.0.1 or --listen 0.0.0.0.`,
    );
  const link = await withDatabase(home, async (db) => {
    await refuseInRecovery(db);
    return makeFirstLink(db, { home, url, now: systemClock.now() });
  });
  if (link === null)
    throw new CommandError('This home has no demo account: it began with --no-demo, or the account is suspended or closed.');
  console.log(link);
  const tunnel = tunnelCommand(listening, describeCaller());
  if (tunnel !== null) console.log(`\nTo open it on your own computer, run there:\n  ${tunnel}`);
}
