/**
 * Runs before the tests of each vitest project: one PostgreSQL for the whole run, with a template to clone. The projects share it, and the
 * last one to end stops it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import type { TestProject } from 'vitest/node';
import { prepareTemplate } from './database.ts';
import { makeServerHome, quickDirectory } from './server-home.ts';

interface Shared {
  users: number;
  server: Promise<{ url: string; stop(): Promise<void> }>;
}

/** Each project loads this module again, so the shared state is a property of `globalThis`. */
const SHARED = Symbol.for('innkeeper.lab.postgres');
const holder = globalThis as { [SHARED]?: Shared };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  holder[SHARED] ??= { users: 0, server: startServer() };
  const shared = holder[SHARED];
  shared.users += 1;
  project.provide('postgresUrl', (await shared.server).url);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder[SHARED];
    await (await shared.server).stop();
  };
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const home = makeServerHome(quickDirectory());
  const remove = (): void => fs.rmSync(home, { recursive: true, force: true });
  try {
    const server = await startEmbedded({ dataDir: path.join(home, 'postgres'), database: 'postgres', durable: false });
    await prepareTemplate(server.superuserUrl);
    return {
      url: server.superuserUrl,
      async stop() {
        await server.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
