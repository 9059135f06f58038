import type { TestProject } from 'vitest/node';
import '../../lab/database.ts';
import startServer from '../../lab/global-setup.ts';

/** Provides the template that `main.ts` creates once for all runs. For a broken migration this run creates its own template. */
export default function setup(project: TestProject): undefined | Promise<() => Promise<void>> {
  const shared = process.env.INNKEEPER_MUTATE_POSTGRES;
  if (!shared) return startServer(project);
  project.provide('postgresUrl', shared);
  return undefined;
}
