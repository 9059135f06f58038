/**
 * Delays the work of a process until the installation has recovered from a restore.
 *
 * The worker opens the engine only then. Opening it adopts guests and creates rules from rows that may be older than the guests.
 */
import { openRecovery, type Recovery } from '@innkeeper/db/recovery';
import type { RunningProcess } from './processes/lifetime.ts';

interface Log {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * Opens the recovery state of a process. `exit` ends the process if a restored database replaces its own, because its work in progress came
 * from other rows. The supervisor then restarts the process.
 */
export function openProcessRecovery(log: Pick<Log, 'error'>, exit: () => void): Recovery {
  return openRecovery({
    onBegin() {
      log.error(
        {},
        'the database began to be restored or upgraded while this process ran, so the process exits, and starts again to wait',
      );
      exit();
    },
  });
}

/**
 * Calls `begin` once the installation is not recovering. During a recovery it resolves immediately, so that the process counts as started.
 */
export async function afterRecovery(
  { recovery, log, exit }: { recovery: Recovery; log: Log; exit: () => void },
  begin: () => Promise<RunningProcess>,
): Promise<RunningProcess> {
  if (!recovery.isOn()) return begin();
  log.warn(
    {},
    'the installation is being upgraded, or restored: nothing is done until the upgrade ends, or ./innkeeper restore finish',
  );
  const stopping = new AbortController();
  let running: RunningProcess | undefined;
  const starting = recovery
    .waitUntilOver(stopping.signal)
    .then(async () => {
      if (!stopping.signal.aborted) running = await begin();
    })
    .catch((error: unknown) => {
      log.error({ err: error }, 'did not start after the recovery');
      exit();
    });
  return {
    underWay: () => running?.underWay() ?? [],
    async stop() {
      stopping.abort();
      await starting;
      await running?.stop();
    },
  };
}
