/**
 * Collects the values that the operator has set: in the file, in environment variables and in systemd credentials.
 *
 * Later sources override earlier ones in this order. This step checks only names.
 */

import { isPath, keyOf, PATHS, type Path } from './keys.ts';
import { nearestName } from './nearest.ts';

/** The unparsed text of a value, or the path of the file that contains a secret. */
export type Entry = { readonly origin: string } & ({ readonly written: unknown } | { readonly secretFile: string });

export interface Collected {
  readonly entries: ReadonlyMap<Path, Entry>;
  /** Sentences about errors that prevent a start. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Suffix of a key that names the file of a secret. */
export const FILE_SUFFIX = '_file';
const SECRETS = PATHS.filter((path) => keyOf(path).secret);
const SECTIONS = new Set(
  PATHS.flatMap((path) =>
    path
      .split('.')
      .slice(0, -1)
      .map((_, at, parts) => parts.slice(0, at + 1).join('.')),
  ),
);

const PATH_BY_FORMER = new Map(PATHS.flatMap((path) => keyOf(path).formerPaths.map((former) => [former, path] as const)));

/** Collects the entries of a parsed TOML file. `name` is the file name for messages. */
export function collectFromFile(content: Readonly<Record<string, unknown>>, name: string): Collected {
  const entries = new Map<Path, Entry>();
  const problems: string[] = [];
  const former = new Map<Path, Entry & { path: string }>();
  const visit = (table: Readonly<Record<string, unknown>>, above: string): void => {
    for (const [word, value] of Object.entries(table)) {
      const path = `${above}${word}`;
      const secret = secretOfFileKey(path);
      if (isPath(path) && keyOf(path).secret) problems.push(sentenceOfInlineSecret(path, name));
      else if (isPath(path)) entries.set(path, { written: value, origin: name });
      else if (PATH_BY_FORMER.has(path)) former.set(PATH_BY_FORMER.get(path) as Path, { written: value, origin: name, path });
      else if (secret) problems.push(...addSecretFile(entries, secret, value, name));
      else if (SECTIONS.has(path) && isTable(value)) visit(value, `${path}.`);
      else problems.push(sentenceOfUnknownKey(path, name));
    }
  };
  visit(content, '');
  const warnings = [...former].map(([present, { path }]) => {
    const effect = entries.has(present) ? `It has no effect, because ${present} is there too.` : 'The old name still works.';
    return `${path} in ${name} was renamed to ${present}. ${effect}`;
  });
  return { entries: new Map([...former, ...entries]), problems, warnings };
}

/** Returns the environment variable of a key: `INNKEEPER_MONEY_ORDER_DUE`. */
export function variableOf(path: Path): string {
  return `INNKEEPER_${path.replaceAll('.', '_').toUpperCase()}`;
}

/**
 * Variables that are not keys.
 *
 * They locate Innkeeper and its home, which contains the file. They select the node of a process, or belong to clients and tests.
 */
const OTHER_VARIABLES = new Set(
  [
    'HOME',
    'URL',
    'TOKEN',
    'NODE',
    'DEBUG',
    'RUNTIME',
    'API_USER',
    'SDK_NODES',
    'EINVOICE',
    'MUTATE_POSTGRES',
    'PROBE_SECRET',
  ].map((name) => `INNKEEPER_${name}`),
);

/** Collects the entries of an environment. Renamed and unknown variables cause a warning. */
export function collectFromEnvironment(env: Readonly<Record<string, string | undefined>>): Collected {
  const entries = new Map<Path, Entry>();
  const warnings: string[] = [];
  const known = new Set(OTHER_VARIABLES);
  for (const path of PATHS) {
    const { aliases, kind, secret } = keyOf(path);
    const own = variableOf(path);
    for (const variable of [...aliases, own]) {
      known.add(variable);
      const text = env[variable];
      if (!text) continue;
      if (variable !== own && variable.startsWith('INNKEEPER_'))
        warnings.push(`${variable} was renamed to ${own}. The old name still works.`);
      entries.set(path, { written: kind.fromText(text), origin: variable });
    }
    const fileVariable = `${own}_FILE`;
    if (!secret) continue;
    known.add(fileVariable);
    const file = env[fileVariable];
    if (file && !env[own]) entries.set(path, { secretFile: file, origin: fileVariable });
  }
  for (const variable of Object.keys(env)) {
    if (!variable.startsWith('INNKEEPER_') || known.has(variable)) continue;
    const near = nearestName(variable, known);
    warnings.push(`The environment variable ${variable} is unknown and has no effect.${near ? ` Did you mean ${near}?` : ''}`);
  }
  return { entries, problems: [], warnings };
}

/** Collects the systemd credentials that are named like keys. Ignores other credentials. */
export function collectFromCredentials(credentials: Readonly<Record<string, string>>): Collected {
  const entries = new Map<Path, Entry>();
  for (const [name, text] of Object.entries(credentials)) {
    if (isPath(name))
      entries.set(name, { written: keyOf(name).kind.fromText(text.replace(/\r?\n$/, '')), origin: `credential ${name}` });
  }
  return { entries, problems: [], warnings: [] };
}

/** Joins collected entries. Later ones override earlier ones. */
export function joinCollected(...all: readonly Collected[]): Collected {
  return {
    entries: new Map(all.flatMap(({ entries }) => [...entries])),
    problems: all.flatMap(({ problems }) => problems),
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}

/** Returns the key whose file `mail.smtp.password_file` names, or `undefined` if the path names no file of a secret. */
export function secretOfFileKey(path: string): Path | undefined {
  return SECRETS.find((secret) => path === `${secret}${FILE_SUFFIX}`);
}

function addSecretFile(entries: Map<Path, Entry>, path: Path, value: unknown, name: string): string[] {
  if (typeof value !== 'string' || !value.startsWith('/')) return [`${path}${FILE_SUFFIX} in ${name} must be an absolute path.`];
  entries.set(path, { secretFile: value, origin: name });
  return [];
}

function sentenceOfInlineSecret(path: Path, name: string): string {
  return `${path} is a secret and must not be in ${name}. Write it to a file of mode 0600 and set ${path}${FILE_SUFFIX} = "/path/of/the/file".`;
}

/** Returns a sentence for an unknown key, with its new name or the most similar key. */
export function sentenceOfUnknownKey(path: string, name: string): string {
  const present = PATH_BY_FORMER.get(path);
  if (present !== undefined) return `${path} was renamed to ${present}.`;
  const near = nearestName(path, [...PATHS, ...SECTIONS, ...SECRETS.map((secret) => `${secret}${FILE_SUFFIX}`)]);
  return `${path} in ${name} is not a key.${near ? ` Did you mean ${near}?` : ''}`;
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
