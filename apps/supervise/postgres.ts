/** Runs the embedded PostgreSQL while the supervisor runs, and restarts it if it exits unexpectedly. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Embedded, type EmbeddedOptions, startEmbedded } from '@innkeeper/db/embedded/start';
import { openReasonFilter } from './repeated-reasons.ts';

const PAUSE_MS = 500;

export interface Postgres {
  url: string;
  stop(): Promise<void>;
}

export interface PostgresEvents {
  /** Called each time that PostgreSQL exited unexpectedly, or could not be restarted. */
  onCrash(): void;
  /** Receives a sentence about it. An unchanged reason of failed restarts comes once a minute. */
  log(sentence: string): void;
  /** Called when PostgreSQL serves again after a restart. */
  onReady?(): void;
}

/** Starts PostgreSQL and restarts it after a crash. The address stays the same after a restart, so pools reconnect by themselves. */
export async function supervisePostgres(options: EmbeddedOptions, { onCrash, log, onReady }: PostgresEvents): Promise<Postgres> {
  const isNew = openReasonFilter();
  let stopping = false;
  let server: Embedded = await startEmbedded(options);
  const { url } = server;
  let restarting: Promise<void> = Promise.resolve();

  const watch = (): void => {
    void server.exited.then(() => {
      if (stopping) return;
      onCrash();
      log('PostgreSQL ended unexpectedly and is restarted');
      restarting = restart();
    });
  };
  const restart = async (): Promise<void> => {
    while (!stopping) {
      try {
        server = await startEmbedded(options);
        watch();
        onReady?.();
        return;
      } catch (error) {
        onCrash();
        const reason = `PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`;
        if (isNew(reason)) log(reason);
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
