/**
 * Settings come from the configuration (`apps/configuration/load.ts`). Code that imports the defaults would ignore what the operator has
 * set, so only tests, `lab` and `dev` may. Drivers of `engine/` have defaults for their own tests: the worker and commands hand them theirs.
 */
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';

const ROOMS = /^(?!lab\/|dev\/|model\/settings\.ts$)(?!.*\.test\.ts$).*\.ts$/;
const NAMES = ['defaultSettings', 'defaultReserve', 'defaultCopies', 'defaultNetworkLimits'];
const OF_DRIVERS = ['defaultCopies', 'defaultNetworkLimits'];
/** An import or export of names, and one of everything. */
const OF_NAMES = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'(?:@innkeeper\/model|[./]*)\/?settings(?:\.ts)?'/g;
const OF_ALL = /\bimport\s*\(\s*'@innkeeper\/model\/settings'|\*(?:\s+as\s+\w+)?\s+from\s*'@innkeeper\/model\/settings'/;

export const settings: Check = {
  name: 'settings',
  run: async () => ({ problems: judgeSettings(await repositoryFiles((path) => ROOMS.test(path))) }),
};

export function judgeSettings(files: readonly RepositoryFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const imported = [...text.matchAll(OF_NAMES)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
    const defaults = NAMES.filter(
      (name) => imported.includes(name) && !(path.startsWith('engine/') && OF_DRIVERS.includes(name)),
    );
    return [...defaults, ...(OF_ALL.test(text) ? ['all of model/settings.ts'] : [])].map(
      (what) => `${path} imports ${what}. Take the settings of the context, which are those of the configuration.`,
    );
  });
}
