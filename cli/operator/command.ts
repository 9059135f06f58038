/** Makes commands from the operator's operations. */
import { flagOf } from '@innkeeper/contract/command-line';
import type { InputOf, OperatorOperation } from '@innkeeper/contract/operator/define';
import { Command } from 'commander';
import { EXIT_CODES, UsageError } from '../output/errors.ts';
import { printReply } from '../output/print.ts';
import { homeOption, type WithHome } from '../program/home-option.ts';
import { commandLineName, type Field, fieldsOf, optionsOf, typedInput } from './flags.ts';
import { openInstallation } from './installation.ts';
import { type Binding, type Bindings, checkInput, perform } from './perform.ts';

/** Returns a command such as `./innkeeper account`, with a subcommand for each entry. */
export function nounCommand<Entries extends Record<string, OperatorOperation>>(
  noun: string,
  description: string,
  entries: Entries,
  bindings: Bindings<Entries>,
): Command {
  const command = new Command(noun).description(description);
  for (const [name, entry] of Object.entries(entries)) {
    // The type `Bindings` ensures that each binding takes the input and the reply of its entry.
    command.addCommand(verbCommand(entry, bindings[name] as unknown as Binding<OperatorOperation>));
  }
  return command;
}

function verbCommand(entry: OperatorOperation, binding: Binding<OperatorOperation>): Command {
  const { format, quiet } = binding;
  const fields = fieldsOf(entry);
  const args = (entry.args ?? []).flatMap((arg) => fields.filter((field) => field.name === arg));
  const flags = fields.filter((field) => !args.includes(field));
  const command = new Command(verbOf(entry)).description(entry.summary);
  for (const arg of args) command.argument(arg.required ? `<${arg.name}>` : `[${arg.name}]`, arg.description);
  command.addOption(homeOption());
  for (const option of flags.flatMap(optionsOf)) command.addOption(option);
  const files = entry.files && flagOf(entry.files.field);
  if (files) command.option(`--${files} <path...>`, `files to attach, at most ${entry.files?.max}`);
  if (quiet) command.option('--quiet', quiet.description);
  command.option('--json', 'print JSON, also for errors');
  return command.action(async () => {
    const options = command.opts<WithHome & { json?: boolean; quiet?: boolean }>();
    const paths = (files && (command.getOptionValue(camel(files)) as string[] | undefined)) || [];
    const input = requireValidInput(entry, typedInput(fields, typedOf(command, flags, args)), args);
    const reply = await perform(binding, openInstallation(options.home, entry), input, paths);
    const text = options.quiet && quiet ? quiet.format : format;
    printReply(options, reply, () => text(reply, input));
    if (binding.isIncomplete?.(reply)) process.exitCode = EXIT_CODES.failed;
  });
}

function typedOf(command: Command, flags: readonly Field[], args: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries([
    ...flags.map(({ name }) => [name, command.getOptionValue(camel(name))]),
    ...args.map(({ name }, at) => [name, command.processedArgs[at]]),
  ]);
}

function requireValidInput<O extends OperatorOperation>(entry: O, typed: unknown, args: readonly Field[]): InputOf<O> {
  const checked = checkInput(entry, typed);
  if (checked.ok) return checked.value;
  const errors = Object.entries(checked.errors).map(([field, sentences]): [string, string[]] => [
    commandLineName(field, args),
    sentences,
  ]);
  throw new UsageError(errors.map(([field, [first]]) => `${field}: ${first}`).join('\n'), Object.fromEntries(errors));
}

/** Returns the noun of a command: `account` for `account suspend`. */
export function nounOf({ command }: Pick<OperatorOperation, 'command'>): string {
  return command.slice(0, command.indexOf(' '));
}

/** Returns the verb of a command: `suspend` for `account suspend`. */
function verbOf({ command }: Pick<OperatorOperation, 'command'>): string {
  return command.slice(command.indexOf(' ') + 1);
}

const camel = (name: string): string => name.replaceAll(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
