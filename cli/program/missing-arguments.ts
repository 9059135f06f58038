/**
 * Reports everything that a command line lacks at once. Commander itself stops at the first flag, and names arguments only after all flags.
 */
import type { Command, Option } from 'commander';

/** Method that commander calls if a mandatory flag has no value. Its types omit the method. */
interface MissingOptionHandler {
  missingMandatoryOptionValue(option: Option): void;
}

/** Applies to the command and all commands below it. */
export function reportAllMissingArguments(command: Command): void {
  const commandWithHandler = command as Command & MissingOptionHandler;
  commandWithHandler.missingMandatoryOptionValue = () => {
    const given = command.args.length;
    const missing = [
      ...command.registeredArguments.slice(given).flatMap((argument) => (argument.required ? [`<${argument.name()}>`] : [])),
      ...command.options.flatMap((option) =>
        option.mandatory && command.getOptionValue(option.attributeName()) === undefined ? [option.flags] : [],
      ),
    ];
    command.error(`error: missing: ${missing.join(', ')}`);
  };
  for (const inner of command.commands) reportAllMissingArguments(inner);
}
