/**
 * Checks that settings come from the configuration (`apps/configuration/load.ts`).
 *
 * Code that imports the defaults would ignore the operator's values, so only tests, `lab` and `dev` may import them. Drivers of `engine/`
 * may import some defaults for their own tests. The worker and commands pass the configured values to the drivers.
 */
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';

const ROOMS = /^(?!lab\/|dev\/|model\/settings\/settings\.ts$)(?!.*\.test\.ts$).*\.ts$/;
const NAMES = ['defaultSettings', 'defaultReserve', 'defaultCopies', 'defaultNetworkLimits'];
const DRIVER_DEFAULTS = ['defaultCopies', 'defaultNetworkLimits'];
/** Matches an import or re-export of names from `model/settings/settings.ts`. */
const NAMED_IMPORT =
  /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'(?:@innkeeper\/model\/|[./]*)(?:settings\/)?settings(?:\.ts)?'/g;
/** Matches a dynamic import, namespace import or `export *` of `model/settings/settings.ts`. */
const NAMESPACE_IMPORT =
  /\bimport\s*\(\s*'@innkeeper\/model\/settings\/settings'|\*(?:\s+as\s+\w+)?\s+from\s*'@innkeeper\/model\/settings\/settings'/;

export const settings: Check = {
  name: 'settings',
  run: async () => ({ problems: judgeSettings(await repositoryFiles((path) => ROOMS.test(path))) }),
};

export function judgeSettings(files: readonly RepositoryFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const imported = [...text.matchAll(NAMED_IMPORT)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
    const defaults = NAMES.filter(
      (name) => imported.includes(name) && !(path.startsWith('engine/') && DRIVER_DEFAULTS.includes(name)),
    );
    return [...defaults, ...(NAMESPACE_IMPORT.test(text) ? ['all of model/settings/settings.ts'] : [])].map(
      (what) => `${path} imports ${what}. Take the settings of the context, which are those of the configuration.`,
    );
  });
}
