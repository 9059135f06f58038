/** Attached: Innkeeper runs as long as this process does. */

import { systemClock } from '@innkeeper/model/clock';
import { withDatabase } from '../installation/database.ts';
import { untilToldToStop } from '../supervise/until-told.ts';
import { type SuperviseSettings, supervise } from '../supervisor.ts';
import { plainLine } from '../terminal/plain-line.ts';
import type { Report } from '../terminal/report.ts';
import { listeningOf } from '../transport/transport.ts';
import { firstLinkUrl, makeFirstLink } from './first-link.ts';
import { screen } from './screen.ts';

export async function runForeground(settings: SuperviseSettings, report: Report): Promise<void> {
  let showLines = false;
  const supervised = await supervise(settings, report, (line) => {
    if (showLines) process.stdout.write(`${plainLine(line)}\n`);
  });
  // Until here a signal just ends this process, and the children with it.
  const told = untilToldToStop();
  const link = process.stdout.isTTY && !supervised.facts.isJournal ? await firstLink(settings) : null;
  process.stdout.write(`${screen(supervised.facts, 'Ctrl-C (guests keep running)', link)}\n`);
  showLines = true;
  await told;
  showLines = false;
  process.stdout.write('\nStopping ...\n');
  await supervised.stop();
  process.stdout.write('Innkeeper is down. Guests keep running. Stop them with ./innkeeper down --guests.\n');
  process.exit(0);
}

/** Makes the link of a trial. `null` where there is none to print. */
async function firstLink({ home, configuration }: SuperviseSettings): Promise<string | null> {
  const url = firstLinkUrl(listeningOf(configuration.values));
  return url === null ? null : withDatabase(home, (db) => makeFirstLink(db, { home, url, now: systemClock.now() }));
}
