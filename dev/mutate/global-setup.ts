import type { TestProject } from 'vitest/node';
import '../../lab/database.ts';

/** The template was made by `main.ts`, once for all runs. */
export default function setup(project: TestProject): void {
  project.provide('postgresUrl', String(process.env.INNKEEPER_MUTATE_POSTGRES));
}
