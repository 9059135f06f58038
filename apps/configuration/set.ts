/** Changes keys in the file of a home. Comments and all other lines stay as they are. */
import { isDeepStrictEqual } from 'node:util';
import { readIfThere, writeAtomic } from '@innkeeper/engine/atomic';
import { replaceLineOf } from '@innkeeper/model/configuration/edit-line';
import { isPath, keyOf } from '@innkeeper/model/configuration/keys';
import type { Written } from '@innkeeper/model/configuration/kinds';
import { formatConfiguration, formatDefaultLine, formatWritten } from '@innkeeper/model/configuration/write';
import type { Home } from '../installation/home.ts';
import { type LoadedConfiguration, parseToml, validateConfiguration } from './load.ts';

/** A key of the file (`money.order_due`, `mail.smtp.password_file`) and its new value. `null` removes the key. */
export interface Change {
  readonly name: string;
  readonly written: Written | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Writes changes into the file, and creates the file if it is missing. Returns the resulting configuration. Throws `InvalidConfiguration` and
 * changes nothing if the result would be invalid.
 */
export async function changeConfiguration(
  home: Pick<Home, 'configuration'>,
  changes: readonly Change[],
  env: Env,
): Promise<LoadedConfiguration> {
  const before = (await readIfThere(home.configuration)) ?? formatConfiguration({});
  let text = before;
  for (const change of changes) text = await changeText(await removeFormerPaths(text, change.name), change);
  const loaded = await validateConfiguration(text, { name: home.configuration, env });
  await writeAtomic(home.configuration, text, { mode: 0o600 });
  return loaded;
}

/** Removes keys. It does not validate the other keys, because they may name files that do not exist yet. */
export async function removeKeys(home: Pick<Home, 'configuration'>, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  let text = (await readIfThere(home.configuration)) ?? '';
  for (const name of names) text = await changeText(text, { name, written: null });
  await writeAtomic(home.configuration, text, { mode: 0o600 });
}

async function changeText(text: string, { name, written }: Change): Promise<string> {
  const expected = withValue(parseToml(text, 'the file'), name.split('.'), written);
  const line =
    written === null ? formatDefaultLine(name) : `${name.slice(name.lastIndexOf('.') + 1)} = ${formatWritten(written)}`;
  const edited = replaceLineOf(text, name, line);
  // The library handles a value of several lines, or a file of another form.
  if (edited !== undefined && isParsedTo(edited, expected)) return edited;
  return patchText(text, expected, name);
}

/** Removes the former names of a key. Otherwise such a line would stay in force after the key is removed. */
async function removeFormerPaths(text: string, name: string): Promise<string> {
  let cleaned = text;
  for (const former of isPath(name) ? keyOf(name).formerPaths : []) {
    const expected = withValue(parseToml(cleaned, 'the file'), former.split('.'), null);
    if (!isParsedTo(cleaned, expected)) cleaned = await patchText(cleaned, expected, former);
  }
  return cleaned;
}

async function patchText(text: string, expected: Record<string, unknown>, name: string): Promise<string> {
  // Loaded only here, because few commands change the file.
  const { patch } = await import('@decimalturn/toml-patch');
  const patched = patch(text, expected);
  if (!isParsedTo(patched, expected)) throw new Error(`${name} could not be written without changing other keys`);
  return patched;
}

function isParsedTo(text: string, expected: Record<string, unknown>): boolean {
  try {
    return isDeepStrictEqual(structuredClone(parseToml(text, 'the file')), structuredClone(expected));
  } catch {
    return false;
  }
}

function withValue(
  table: Record<string, unknown>,
  [word = '', ...rest]: readonly string[],
  written: Written | null,
): Record<string, unknown> {
  const { [word]: inner, ...others } = table;
  if (rest.length === 0) return written === null ? others : { ...table, [word]: written };
  const below = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  if (written === null && inner === undefined) return table;
  return { ...table, [word]: withValue(below, rest, written) };
}
