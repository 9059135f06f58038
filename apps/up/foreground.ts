/** Runs Innkeeper attached: it ends with this process. */
import { waitForStopSignal } from '../supervise/stop-signal.ts';
import { type SuperviseSettings, supervise } from '../supervisor.ts';
import { formatLogLine } from '../terminal/format-log-line.ts';
import type { Report } from '../terminal/report.ts';
import { listenSettingsOf } from '../transport/transport.ts';
import { makeLinkForTerminal } from './first-link.ts';
import { commandToStop, formatStartSummary } from './start-summary.ts';

export async function runForeground(settings: SuperviseSettings, report: Report): Promise<void> {
  let showLines = false;
  const supervised = await supervise(settings, report, (line) => {
    if (showLines) process.stdout.write(`${formatLogLine(line)}\n`);
  });
  // Before this line a signal ends this process and its children directly.
  const stopSignal = waitForStopSignal();
  const link = await makeLinkForTerminal(settings.home, listenSettingsOf(settings.configuration.values), supervised.facts);
  const stop = settings.isUnattended ? commandToStop(supervised.facts) : 'Ctrl-C';
  process.stdout.write(`${formatStartSummary(supervised.facts, `${stop} (guests keep running)`, link)}\n`);
  showLines = true;
  await stopSignal;
  showLines = false;
  process.stdout.write('\nStopping ...\n');
  await supervised.stop();
  process.stdout.write('Innkeeper is down. Guests keep running. Stop them with ./innkeeper down --guests.\n');
  process.exit(0);
}
