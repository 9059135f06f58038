/**
 * Settings come from the configuration (`apps/configuration/load.ts`). Code that imports the defaults would ignore what the operator has
 * set, so only tests, `lab` and `dev` may.
 */
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';

const ROOMS = /^(?!lab\/|dev\/|model\/settings\.ts$)(?!.*\.test\.ts$).*\.ts$/;
const IMPORTS = /import \{[^}]*\bdefaultSettings\b[^}]*\}/;

export const settings: Check = {
  name: 'settings',
  run: async () => ({ problems: judgeSettings(await repositoryFiles((path) => ROOMS.test(path))) }),
};

export function judgeSettings(files: readonly RepositoryFile[]): string[] {
  return files
    .filter(({ text }) => IMPORTS.test(text))
    .map(
      ({ path }) => `${path} imports defaultSettings. Take the settings of the context, which are those of the configuration.`,
    );
}
