/**
 * Writes the configuration file that `up` creates in a home. It holds values that differ from the defaults. Every other key is a comment
 * with its default.
 */
import { FILE_SUFFIX } from './collect.ts';
import { isPath, keyOf, PATHS, type Path } from './keys.ts';
import type { Written } from './kinds.ts';

const HEAD = `# The configuration of Innkeeper. Commented keys show their defaults, or an example if they have none.
#
#   ./innkeeper config check     checks whether this file is valid
#   ./innkeeper config show      prints the current values, with --origin their origins
#   ./innkeeper config reload    applies changes to running processes
#
# Environment variables override keys: INNKEEPER_MONEY_ORDER_DUE overrides money.order_due.
# Secrets are never in this file: KEY_file = "/path" names a file of mode 0600 with the secret.
`;

/** Returns the text of a new file. `secretFiles` maps the key of a secret to its file. */
export function formatConfiguration(
  values: Readonly<Partial<Record<Path, Written>>>,
  secretFiles: Readonly<Partial<Record<Path, string>>> = {},
): string {
  const sections = new Map<string, Path[]>();
  for (const path of PATHS) {
    const section = path.slice(0, path.lastIndexOf('.'));
    sections.set(section, [...(sections.get(section) ?? []), path]);
  }
  const parts = [...sections].map(([section, paths]) => `[${section}]\n${paths.map(linesOf).join('\n')}`);
  return [HEAD, ...parts].join('\n');

  function linesOf(path: Path): string {
    const { reason, secret, apply } = keyOf(path);
    const remark = apply === 'restart' ? ' (needs a restart)' : '';
    const value = secret ? secretFiles[path] : values[path];
    const name = nameInFile(path);
    return `# ${reason}${remark}\n${value === undefined ? formatDefaultLine(name) : `${lastWord(name)} = ${formatWritten(value)}`}\n`;
  }
}

/** Returns the comment line of a key without a value. `name` is the key as written in the file. */
export function formatDefaultLine(name: string): string {
  if (!isPath(name))
    return `#${lastWord(name)} = ${formatWritten(`/etc/innkeeper/${name.slice(0, -FILE_SUFFIX.length)}`)} # example`;
  const { default: written, example } = keyOf(name);
  return `#${lastWord(name)} = ${written === null ? `${formatWritten(example ?? '')} # example` : formatWritten(written)}`;
}

/** Returns the name of a key in the file. A secret is set by naming its file, so its name ends with `_file`. */
export function nameInFile(path: Path): string {
  return keyOf(path).secret ? `${path}_file` : path;
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Formats a value as TOML: text in quotes (JSON escapes are valid TOML), lists in brackets. */
export function formatWritten(value: Written): string {
  if (typeof value === 'object') return `[${value.map(formatWritten).join(', ')}]`;
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
