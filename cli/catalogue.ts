/** `./innkeeper catalogue`: manages everything that is sold, in one file. */
import { readFile } from 'node:fs/promises';
import { parseCatalogue } from '@innkeeper/contract/catalogue/parse';
import { writeCatalogue } from '@innkeeper/contract/catalogue/write';
import { catalogue } from '@innkeeper/contract/operations/catalogue.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import type { Catalogue } from '@innkeeper/model/catalogue/sections';
import { applyCatalogue, diffCatalogue, exportCatalogue } from '@innkeeper/operations/catalogue/apply.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import type { Bindings } from './operator/perform.ts';
import { UsageError } from './output/errors.ts';

const formatApplied = ({ changes, warnings }: OperatorReply<'applyCatalogue'>): string => {
  const applied = changes.length === 0 ? ['The catalogue already matches the file.'] : [...changes, 'The catalogue was changed.'];
  return [...applied, ...warnings.map((warning) => `Warning: ${warning}`)].join('\n');
};

export const catalogueBindings: Bindings<typeof catalogue> = {
  diffCatalogue: {
    run: async (installation, { file }) => {
      const desired = await catalogueIn(file);
      return installation.commit((cx) => diffCatalogue(cx, { catalogue: desired }));
    },
    format: ({ changes }) => (changes.length === 0 ? 'The catalogue already matches the file.' : changes.join('\n')),
  },
  applyCatalogue: {
    run: async (installation, { file }) => {
      const desired = await catalogueIn(file);
      return installation.commit((cx) => applyCatalogue(cx, { catalogue: desired }));
    },
    format: formatApplied,
  },
  exportCatalogue: {
    run: async (installation) => ({ text: writeCatalogue(await installation.commit(exportCatalogue)) }),
    format: ({ text }) => text.trimEnd(),
  },
};

export function catalogueCommand(): Command {
  return nounCommand('catalogue', 'manage the catalogue in one file', catalogue, catalogueBindings);
}

/** Reads a catalogue file. Throws a UsageError with a line for each error: `catalogue.yaml:7:12: plans.0.price: Must be ...`. */
async function catalogueIn(file: string): Promise<Catalogue> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`The file ${file} cannot be read: ${error.message}`, { file: [error.message] });
  });
  const parsed = parseCatalogue(text);
  if ('catalogue' in parsed) return parsed.catalogue;
  const lines = parsed.errors.map(({ line, column, sentence }) => `${file}:${line}:${column}: ${sentence}`);
  throw new UsageError(lines.join('\n'), { file: lines });
}
