/** Changes keys of the file. */
import { changeConfiguration } from '@innkeeper/apps/configuration/set';
import { refuseOtherCurrency } from '@innkeeper/apps/installation/currency';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { type Home, readState } from '@innkeeper/apps/installation/home';
import { startCommandOf } from '@innkeeper/apps/installation/node';
import { readRunning } from '@innkeeper/apps/installation/running';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { collectFromEnvironment, secretOfFileKey, sentenceOfUnknownKey } from '@innkeeper/model/configuration/collect';
import { isPath, keyOf, type Path } from '@innkeeper/model/configuration/keys';
import type { Written } from '@innkeeper/model/configuration/kinds';
import { formatWritten } from '@innkeeper/model/configuration/write';

/** A key and the text of its value. */
type Assignment = readonly [name: string, text: string];

/**
 * Sets one key (`KEY VALUE...`), or several (`KEY=VALUE KEY=VALUE...`). Keys that are only valid together, such as a user and a password,
 * need one call.
 */
export async function setKeys(home: Home, words: readonly string[]): Promise<void> {
  const changes = parseAssignments(words).map(([name, text]) => {
    const path = pathOf(name);
    const written: Written = isPath(name) ? keyOf(name).kind.fromText(text) : text;
    return { name, path, text, written };
  });
  const currency = changes.find(({ path }) => path === 'money.currency');
  const state = await readState(home);
  // The first host decides the currency.
  if (currency && state && state.node === undefined) await withDatabase(home, (db) => refuseOtherCurrency(db, currency.text));
  await changeConfiguration(home, changes, process.env);
  for (const { name, written } of changes) console.log(`${name} = ${formatWritten(written)}`);
  await printNextStep(
    home,
    changes.map(({ path }) => path),
  );
}

/** Throws a `CommandError` if a key has no value. The first word decides between both forms, so a value may contain `=`. */
function parseAssignments([first = '', ...others]: readonly string[]): readonly Assignment[] {
  if (first.includes('=')) return [first, ...others].map(parseAssignment);
  const pairs = [first, ...others];
  const isPairs = pairs.length > 2 && pairs.length % 2 === 0 && pairs.every((word, n) => n % 2 === 1 || isKey(word));
  if (isPairs) {
    const corrected = pairs.flatMap((word, n) => (n % 2 === 0 ? [`${word}=${pairs[n + 1]}`] : []));
    throw new CommandError(`Several keys need the form KEY=VALUE: ${corrected.join(' ')}`, 2);
  }
  if (others.length === 0) throw new CommandError(`${first} has no value. Write ${first} VALUE.`, 2);
  return [[first, others.join(' ')]];
}

const isKey = (word: string): boolean => isPath(word) || secretOfFileKey(word) !== undefined;

function parseAssignment(word: string): Assignment {
  const at = word.indexOf('=');
  if (at < 1)
    throw new CommandError(`${word} is not of the form KEY=VALUE, such as money.order_due=3d. Quote a value with blanks.`, 2);
  return [word.slice(0, at), word.slice(at + 1)];
}

export async function unsetKeys(home: Home, names: readonly string[]): Promise<void> {
  const paths = names.map(pathOf);
  await changeConfiguration(
    home,
    names.map((name) => ({ name, written: null })),
    process.env,
  );
  for (const [i, path] of paths.entries()) {
    const { default: written } = keyOf(path);
    console.log(
      written === null ? `${names[i]} is no longer set.` : `${names[i]} has its default again: ${formatWritten(written)}`,
    );
  }
  await printNextStep(home, paths);
}

/** Returns the path of a key. Throws a `CommandError` for an unknown key and for a secret itself, because other users can see command lines. */
function pathOf(name: string): Path {
  const secret = secretOfFileKey(name);
  if (secret !== undefined) return secret;
  if (!isPath(name)) throw new CommandError(sentenceOfUnknownKey(name, 'this command'), 2);
  if (keyOf(name).secret)
    throw new CommandError(
      `${name} is a secret, and other users can see command lines. Write the secret to a file of mode 0600 and set ${name}_file.`,
      2,
    );
  return name;
}

async function printNextStep(home: Home, paths: readonly Path[]): Promise<void> {
  const { entries } = collectFromEnvironment(process.env);
  for (const path of paths) {
    const variable = entries.get(path)?.origin;
    if (variable !== undefined) console.log(`Note: the environment variable ${variable} overrides ${path}.`);
  }
  if (!(await readRunning(home))) return;
  console.log(
    paths.every((path) => keyOf(path).apply === 'live')
      ? 'Apply the change with ./innkeeper config reload.'
      : `The change needs a restart: ./innkeeper down, then ${startCommandOf(await readState(home))}.`,
  );
}
