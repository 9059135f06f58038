/** Changes keys in the file of a home. Comments and everything else stay as they are. */
import { isDeepStrictEqual } from 'node:util';
import { readIfThere, writeAtomic } from '@innkeeper/engine/atomic';
import { replaceLineOf } from '@innkeeper/model/configuration/edit-line';
import { isPath, keyOf } from '@innkeeper/model/configuration/keys';
import type { Written } from '@innkeeper/model/configuration/kinds';
import { formatConfiguration, formatDefaultLine, formatWritten } from '@innkeeper/model/configuration/write';
import type { Home } from '../installation/home.ts';
import { judgeConfiguration, type LoadedConfiguration, parseToml } from './load.ts';

/** A key of the file (`money.order_due`, `mail.smtp.password_file`), and what it says from now on; `null`: nothing. */
export interface Change {
  readonly name: string;
  readonly written: Written | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Writes changes into the file, which is made if it is missing. Throws `WrongConfiguration`, and changes nothing, if the configuration
 * could not be used afterwards. Returns what is in force with it.
 */
export async function changeConfiguration(
  home: Pick<Home, 'configuration'>,
  changes: readonly Change[],
  env: Env,
): Promise<LoadedConfiguration> {
  const before = (await readIfThere(home.configuration)) ?? formatConfiguration({});
  let text = before;
  for (const change of changes) text = await changeText(await removeFormerPaths(text, change.name), change);
  const loaded = await judgeConfiguration(text, { name: home.configuration, env });
  await writeAtomic(home.configuration, text, { mode: 0o600 });
  return loaded;
}

async function changeText(text: string, { name, written }: Change): Promise<string> {
  const wanted = withValue(parseToml(text, 'the file'), name.split('.'), written);
  const line =
    written === null ? formatDefaultLine(name) : `${name.slice(name.lastIndexOf('.') + 1)} = ${formatWritten(written)}`;
  const edited = replaceLineOf(text, name, line);
  // A value of several lines, or a file of another form, is for the library.
  if (edited !== undefined && isParsedTo(edited, wanted)) return edited;
  return patchText(text, wanted, name);
}

/** Removes the earlier names of a key: otherwise such a line would stay in force after the key was removed. */
async function removeFormerPaths(text: string, name: string): Promise<string> {
  let left = text;
  for (const former of isPath(name) ? keyOf(name).formerPaths : []) {
    const wanted = withValue(parseToml(left, 'the file'), former.split('.'), null);
    if (!isParsedTo(left, wanted)) left = await patchText(left, wanted, former);
  }
  return left;
}

async function patchText(text: string, wanted: Record<string, unknown>, name: string): Promise<string> {
  // Loaded only here: few commands change the file.
  const { patch } = await import('@decimalturn/toml-patch');
  const patched = patch(text, wanted);
  if (!isParsedTo(patched, wanted)) throw new Error(`${name} could not be written without changing other keys`);
  return patched;
}

function isParsedTo(text: string, wanted: Record<string, unknown>): boolean {
  try {
    return isDeepStrictEqual(structuredClone(parseToml(text, 'the file')), structuredClone(wanted));
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
