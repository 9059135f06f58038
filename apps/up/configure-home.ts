/** The configuration of a home that is about to start: older files are taken over, and what `up` was told is written into the file. */
import { existsSync } from 'node:fs';
import { collectFromEnvironment } from '@innkeeper/model/configuration/collect';
import { keyOf, type Path } from '@innkeeper/model/configuration/keys';
import { nameInFile } from '@innkeeper/model/configuration/write';
import { importOldFiles } from '../configuration/import-old.ts';
import { type LoadedConfiguration, loadConfiguration } from '../configuration/load.ts';
import { type Change, changeConfiguration } from '../configuration/set.ts';
import type { Home } from '../installation/home.ts';
import { Refusal } from '../terminal/refusal.ts';

/** Values of keys from options, as text. `none` removes the key. A list has several texts. */
export type Told = Partial<Record<Path, string | readonly string[]>>;

/** Prints what it changes. Throws `WrongConfiguration` or a `Refusal`, and then nothing has changed. */
export async function configureHome(home: Home, told: Told): Promise<LoadedConfiguration> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const imported = await importOldFiles(home, process.env);
  if (imported.length > 0)
    print(`Imported ${imported.join(', ')} into ${home.configuration}. The old files are kept as *.imported.`);
  refuseOverridden(told);
  const changes = changesOf(told);
  if (changes.length === 0 && existsSync(home.configuration)) return warn(await loadConfiguration(home, process.env));
  const loaded = await changeConfiguration(home, changes, process.env);
  for (const { name, written } of changes) {
    print(
      written === null
        ? `Removed ${name} from ${home.configuration}.`
        : `Wrote ${name} = ${JSON.stringify(written)} into ${home.configuration}.`,
    );
  }
  return warn(loaded);

  function warn(configuration: LoadedConfiguration): LoadedConfiguration {
    for (const warning of configuration.warnings) print(`Note: ${warning}`);
    return configuration;
  }
}

function changesOf(told: Told): Change[] {
  return (Object.entries(told) as [Path, string | readonly string[]][]).map(([path, said]) => {
    const texts = typeof said === 'string' ? [said] : said;
    const isNone = texts.length === 1 && texts[0] === 'none';
    return { name: nameInFile(path), written: isNone ? null : keyOf(path).kind.fromText(texts.join(' ')) };
  });
}

/** An environment variable overrides the file, so that an option would do nothing without a word. */
function refuseOverridden(told: Told): void {
  const { entries } = collectFromEnvironment(process.env);
  for (const path of Object.keys(told) as Path[]) {
    const variable = entries.get(path)?.origin;
    if (variable !== undefined)
      throw new Refusal(`The environment variable ${variable} overrides ${path}. Unset the variable, or omit the option.`);
  }
}
