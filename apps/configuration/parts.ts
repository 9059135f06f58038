/** The part of the configuration that a process may see, as the supervisor sends it. */
import type { Reader } from '@innkeeper/model/configuration/key';
import { type ConfigurationOf, keyOf } from '@innkeeper/model/configuration/keys';
import { pathsOf, resolvePart } from '@innkeeper/model/configuration/resolve';
import { digestSecret } from './digest.ts';
import type { LoadedConfiguration } from './load.ts';

/** Written values, by the paths of their keys. */
export type WrittenPart = Readonly<Record<string, unknown>>;

/** Returns the written values that `reader` may see. */
export function writtenPartOf({ stated }: Pick<LoadedConfiguration, 'stated'>, reader: Reader): WrittenPart {
  return Object.fromEntries(pathsOf(reader).map((path) => [path, stated.get(path)?.written ?? null]));
}

/** Returns the values of a part. The whole configuration was validated before, so its values are valid. */
export function valuesOfPart<R extends Reader>(written: WrittenPart): ConfigurationOf<R> {
  return resolvePart(written) as ConfigurationOf<R>;
}

/** Returns a part for display, with secrets as digests. */
export function maskSecrets(written: WrittenPart): WrittenPart {
  return Object.fromEntries(
    pathsOfPart(written).map((path) => {
      const value = written[path];
      return [path, keyOf(path).secret && value !== null ? digestSecret(String(value)) : value];
    }),
  );
}

function pathsOfPart(written: WrittenPart) {
  return (['api', 'worker', 'cli'] as const)
    .flatMap((reader) => pathsOf(reader))
    .filter((path, at, all) => path in written && all.indexOf(path) === at);
}
