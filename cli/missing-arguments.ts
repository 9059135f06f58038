/**
 * Reports everything that a command line lacks at once: commander itself stops at the first flag, and names arguments only after
 * all flags.
 */
import type { Command, Option } from 'commander';

/** Commander calls this where a mandatory flag has no value; its types leave the method out. */
interface Complaining {
  missingMandatoryOptionValue(option: Option): void;
}

/** For the command and all below it. */
export function nameAllThatIsMissing(command: Command): void {
  const complaining = command as Command & Complaining;
  complaining.missingMandatoryOptionValue = () => {
    const given = command.args.length;
    const missing = [
      ...command.registeredArguments.slice(given).flatMap((argument) => (argument.required ? [`<${argument.name()}>`] : [])),
      ...command.options.flatMap((option) =>
        option.mandatory && command.getOptionValue(option.attributeName()) === undefined ? [option.flags] : [],
      ),
    ];
    command.error(`error: missing: ${missing.join(', ')}`);
  };
  for (const inner of command.commands) nameAllThatIsMissing(inner);
}
