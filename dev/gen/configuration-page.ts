/** Generates the page of all configuration keys from their descriptions. */
import { variableOf } from '@innkeeper/model/configuration/collect';
import type { Apply, Reader } from '@innkeeper/model/configuration/key';
import { keyOf, PATHS, type Path } from '@innkeeper/model/configuration/keys';
import { formatWritten, nameInFile } from '@innkeeper/model/configuration/write';

const APPLY: Readonly<Record<Apply, string>> = { live: 'reload', restart: 'restart', fixed: 'never' };
const READER: Readonly<Record<Reader, string>> = { api: 'API', worker: 'worker', cli: 'commands' };

export function configurationPage(): string {
  return `# The keys of the configuration

Made from \`model/configuration/keys/\` by \`npm run gen\`. How they are set: [configuration](configuration.md).

Every key has an environment variable that overrides the file: \`${variableOf('money.order_due')}\` for \`money.order_due\`. "Change" says what
a change of the file needs: \`./innkeeper config reload\`, or a restart. A key with "never" keeps its first value once something depends on it.
A name that ends in \`_file\` names the file of a secret. "Read by" says which processes get the value. The supervisor belongs to the commands.

| key | default | must be | change | read by | what it decides |
|---|---|---|---|---|---|
${PATHS.map(rowOf).join('\n')}
`;
}

function rowOf(path: Path): string {
  const { default: written, kind, apply, readers, reason } = keyOf(path);
  const cells = [
    `\`${nameInFile(path)}\``,
    written === null ? '' : `\`${formatWritten(written)}\``,
    kind.expects,
    APPLY[apply],
    readers.length === Object.keys(READER).length ? 'all' : readers.map((reader) => READER[reader]).join(', '),
    reason,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
