import type { TestProject } from 'vitest/node';
import '../../lab/database.ts';
import startServer from '../../lab/global-setup.ts';

/** The template was made by `main.ts`, once for all runs; but of a broken migration one is made here. */
export default function setup(project: TestProject): undefined | Promise<() => Promise<void>> {
  const shared = process.env.INNKEEPER_MUTATE_POSTGRES;
  if (!shared) return startServer(project);
  project.provide('postgresUrl', shared);
  return undefined;
}
