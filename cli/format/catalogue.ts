/** Formats changes of the catalogue. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';

export const formatDifferences = ({ changes }: OperatorReply<'diffCatalogue'>): string =>
  changes.length === 0 ? 'The catalogue already matches the file.' : changes.join('\n');

export const formatApplied = ({ changes, warnings }: OperatorReply<'applyCatalogue'>): string => {
  const applied = changes.length === 0 ? ['The catalogue already matches the file.'] : [...changes, 'The catalogue was changed.'];
  return [...applied, ...warnings.map((warning) => `Warning: ${warning}`)].join('\n');
};

export const formatExport = ({ text }: OperatorReply<'exportCatalogue'>): string => text.trimEnd();
