/** Made by `npm run gen`: every migration by name, in order. A list and not a folder scan, because the bundle has no folder. */
import type { Migration } from 'kysely/migration';
import * as start20261121T1500 from './20261121T1500-start.ts';

export const MIGRATIONS: Record<string, Migration> = {
  '20261121T1500-start': start20261121T1500,
};
