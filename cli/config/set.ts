/** Changes one key of the file. */
import { changeConfiguration } from '@innkeeper/apps/configuration/set';
import { refuseOtherCurrency } from '@innkeeper/apps/installation/currency';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { type Home, readState } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { collectFromEnvironment, secretOfFileKey, sentenceOfUnknownKey } from '@innkeeper/model/configuration/collect';
import { isPath, keyOf, type Path } from '@innkeeper/model/configuration/keys';
import type { Written } from '@innkeeper/model/configuration/kinds';
import { formatWritten } from '@innkeeper/model/configuration/write';

export async function setKey(home: Home, name: string, texts: readonly string[]): Promise<void> {
  const path = pathOf(name);
  const text = texts.join(' ');
  const written: Written = isPath(name) ? keyOf(name).kind.fromText(text) : text;
  if (path === 'money.currency' && (await readState(home))) await withDatabase(home, (db) => refuseOtherCurrency(db, text));
  await changeConfiguration(home, [{ name, written }], process.env);
  console.log(`${name} = ${formatWritten(written)}`);
  await sayWhatFollows(home, path);
}

export async function unsetKey(home: Home, name: string): Promise<void> {
  const path = pathOf(name);
  await changeConfiguration(home, [{ name, written: null }], process.env);
  const { default: written } = keyOf(path);
  console.log(written === null ? `${name} is no longer set.` : `${name} has its default again: ${formatWritten(written)}`);
  await sayWhatFollows(home, path);
}

/** Throws a `Refusal` for what is no key, and for a secret itself: command lines are seen by other users. */
function pathOf(name: string): Path {
  const secret = secretOfFileKey(name);
  if (secret !== undefined) return secret;
  if (!isPath(name)) throw new Refusal(sentenceOfUnknownKey(name, 'this command'), 2);
  if (keyOf(name).secret)
    throw new Refusal(
      `${name} is a secret, and other users can see command lines. Write the secret to a file of mode 0600 and set ${name}_file.`,
      2,
    );
  return name;
}

async function sayWhatFollows(home: Home, path: Path): Promise<void> {
  const variable = collectFromEnvironment(process.env).entries.get(path)?.origin;
  if (variable !== undefined) console.log(`Note: the environment variable ${variable} overrides it.`);
  if (!(await readRunning(home))) return;
  console.log(
    keyOf(path).apply === 'live'
      ? 'Apply the change with ./innkeeper config reload.'
      : 'The change needs a restart: ./innkeeper down, then ./innkeeper up.',
  );
}
