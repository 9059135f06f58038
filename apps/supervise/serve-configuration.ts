/** Answers commands about the configuration of supervised processes, on the socket of the home. */
import { loadConfiguration } from '../configuration/load.ts';
import { reloadConfiguration } from '../configuration/reload.ts';
import type { Home } from '../installation/home.ts';
import type { Processes, ProcessesSettings } from './processes.ts';
import { serveSupervisor } from './reload.ts';

/** Starts to answer requests. `close` stops it. */
export function serveConfiguration(
  processes: Processes,
  { home, configuration }: { home: Home } & Pick<ProcessesSettings, 'configuration'>,
): Promise<{ close(): Promise<void> }> {
  const reload = reloadConfiguration(configuration, {
    load: () => loadConfiguration(home, process.env),
    distribute: (next) => processes.configure(next),
  });
  return serveSupervisor(home.supervisorSocket, { reload, show: () => processes.show() });
}
