/** Checks that the configuration keys and environment variables in guides exist under their current names. */
import { collectFromEnvironment, FILE_SUFFIX } from '@innkeeper/model/configuration/collect';
import { isPath, keyOf, PATHS } from '@innkeeper/model/configuration/keys';
import { nearestName } from '@innkeeper/model/configuration/nearest';
import type { RepositoryFile } from './check.ts';

/** Documents to read. Others name columns, such as `accounts.name`, and former settings. */
const READ = /^(README|docs\/guide\/.*)\.md$/;
const SECTIONS = new Set(PATHS.map((path) => path.split('.')[0]));
const FILES_AND_HOSTS = /\.(json|ts|md|toml|yaml|sock)$|\bexample\b/;
/** Key as a whole span, or as a word of `config set`, with or without a value. */
const KEY = /^([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+)(?:\s*=.*)?$/;
const VARIABLE = /\bINNKEEPER_[A-Z0-9_]+\b/g;
const SET = /\.\/innkeeper config (?:set|unset|show) ([^&|#]*)/g;

/** Returns a line for each unknown key and for each unknown or renamed variable. */
export function findUnknownKeys(documents: readonly RepositoryFile[]): string[] {
  return documents
    .filter(({ path }) => READ.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((row, i) => {
        const variables = [...row.matchAll(VARIABLE)].flatMap(([name]) => collectFromEnvironment({ [name]: 'x' }).warnings);
        return [...keysIn(row).flatMap(judgeKey), ...variables].map((problem) => `${path}:${i + 1} ${problem}`);
      }),
    );
}

function keysIn(row: string): string[] {
  const spans = [...row.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  const words = [...row.matchAll(SET)].flatMap(([, rest = '']) => rest.replaceAll('`', ' ').split(/\s+/));
  const keys = [...spans, ...words].map((one) => KEY.exec(one)?.[1]);
  return keys.filter(
    (key) => key !== undefined && SECTIONS.has(key.split('.')[0] ?? '') && !FILES_AND_HOSTS.test(key),
  ) as string[];
}

function judgeKey(key: string): string[] {
  const secret = key.endsWith(FILE_SUFFIX) ? key.slice(0, -FILE_SUFFIX.length) : '';
  const exists = isPath(key) || (isPath(secret) && keyOf(secret).secret) || PATHS.some((path) => path.startsWith(`${key}.`));
  if (exists) return [];
  const near = nearestName(key, PATHS);
  return [`there is no key ${key}.${near ? ` Use ${near}.` : ''}`];
}
