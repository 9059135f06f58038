/** Writes the options of `up` into the configuration of a home. */
import { existsSync } from 'node:fs';
import { collectFromEnvironment } from '@innkeeper/model/configuration/collect';
import { keyOf, type Path } from '@innkeeper/model/configuration/keys';
import { nameInFile } from '@innkeeper/model/configuration/write';
import { type LoadedConfiguration, loadConfiguration } from '../configuration/load.ts';
import { type Change, changeConfiguration } from '../configuration/set.ts';
import type { Home } from '../installation/home.ts';
import { CommandError } from '../terminal/command-error.ts';

/** Values of keys from options, as text. `none` removes the key. A list has several texts. */
export type OptionValues = Partial<Record<Path, string | readonly string[]>>;

/** Applies options and prints the changes. Throws `InvalidConfiguration` or a `CommandError` if the result is not valid. */
export async function configureHome(home: Home, options: OptionValues): Promise<LoadedConfiguration> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  refuseOverridden(options);
  const changes = changesOf(options);
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

function changesOf(options: OptionValues): Change[] {
  return (Object.entries(options) as [Path, string | readonly string[]][]).map(([path, said]) => {
    const texts = typeof said === 'string' ? [said] : said;
    const isNone = texts.length === 1 && texts[0] === 'none';
    return { name: nameInFile(path), written: isNone ? null : keyOf(path).kind.fromText(texts.join(' ')) };
  });
}

/** Throws a `CommandError` for an option that an environment variable overrides. Otherwise the option would silently do nothing. */
function refuseOverridden(options: OptionValues): void {
  const { entries } = collectFromEnvironment(process.env);
  for (const path of Object.keys(options) as Path[]) {
    const variable = entries.get(path)?.origin;
    if (variable !== undefined)
      throw new CommandError(`The environment variable ${variable} overrides ${path}. Unset the variable, or omit the option.`);
  }
}
