/** Attached: Innkeeper runs as long as this process does. */
import { untilToldToStop } from '../supervise/until-told.ts';
import { type SuperviseSettings, supervise } from '../supervisor.ts';
import { plainLine } from '../terminal/plain-line.ts';
import type { Report } from '../terminal/report.ts';
import { screen } from './screen.ts';

export async function runForeground(settings: SuperviseSettings, report: Report): Promise<void> {
  let showLines = false;
  const supervised = await supervise(settings, report, (line) => {
    if (showLines) process.stdout.write(`${plainLine(line)}\n`);
  });
  // Until here a signal just ends this process, and the children with it.
  const told = untilToldToStop();
  process.stdout.write(`${screen(supervised.facts, 'Ctrl-C (guests keep running)')}\n`);
  showLines = true;
  await told;
  showLines = false;
  process.stdout.write('\nStopping ...\n');
  await supervised.stop();
  process.stdout.write('Innkeeper is down. Guests keep running. Stop them with ./innkeeper down --guests.\n');
  process.exit(0);
}
