/** The embedded PostgreSQL for as long as the supervisor lives: started, and started again should it end by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Embedded, type EmbeddedOptions, startEmbedded } from '@innkeeper/db/embedded/start';

const PAUSE_MS = 500;

export interface Postgres {
  url: string;
  stop(): Promise<void>;
}

/** `onCrash` is told a sentence. The address stays the same over restarts: pools find the way back by themselves. */
export async function supervisePostgres(options: EmbeddedOptions, onCrash: (sentence: string) => void): Promise<Postgres> {
  let stopping = false;
  let server: Embedded = await startEmbedded(options);
  const { url } = server;
  let restarting: Promise<void> = Promise.resolve();

  const watch = (): void => {
    void server.exited.then(() => {
      if (stopping) return;
      onCrash('PostgreSQL ended unexpectedly and is restarted');
      restarting = restart();
    });
  };
  const restart = async (): Promise<void> => {
    while (!stopping) {
      try {
        server = await startEmbedded(options);
        watch();
        return;
      } catch (error) {
        onCrash(`PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(PAUSE_MS);
      }
    }
  };
  watch();

  return {
    url,
    async stop() {
      stopping = true;
      await restarting;
      await server.stop();
    },
  };
}
