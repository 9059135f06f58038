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

interface TestServer {
  url: string;
  /** Directory of the run. It is removed when the server stops. */
  home: string;
  stop(): Promise<void>;
}

interface Shared {
  users: number;
  server: Promise<TestServer>;
}

/** Each project loads this module again, so the shared state is a property of `globalThis`. */
const SHARED = Symbol.for('innkeeper.lab.postgres');
const holder = globalThis as { [SHARED]?: Shared };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  holder[SHARED] ??= { users: 0, server: startServer() };
  const shared = holder[SHARED];
  shared.users += 1;
  const { url, home } = await shared.server;
  project.provide('postgresUrl', url);
  const consoleDirectory = path.join(home, 'console');
  project.provide('consoleDirectory', consoleDirectory);
  // A watching vitest builds the console again after a change.
  project.onTestsRerun(() => {
    for (const built of [`${consoleDirectory}.built`, consoleDirectory]) fs.rmSync(built, { recursive: true, force: true });
  });
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder[SHARED];
    await (await shared.server).stop();
  };
}

async function startServer(): Promise<TestServer> {
  const home = makeServerHome(quickDirectory());
  const remove = (): void => fs.rmSync(home, { recursive: true, force: true });
  try {
    const server = await startEmbedded({ dataDir: path.join(home, 'postgres'), database: 'postgres', durable: false });
    await prepareTemplate(server.superuserUrl);
    return {
      url: server.superuserUrl,
      home,
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
