/** Changes of the catalogue as lines for a person. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';

export const formatDifferences = ({ changes }: OperatorReply<'diffCatalogue'>): string =>
  changes.length === 0 ? 'The catalogue is what the file says.' : changes.join('\n');

export const formatApplied = ({ changes, warnings }: OperatorReply<'applyCatalogue'>): string => {
  const applied =
    changes.length === 0 ? ['The catalogue is what the file says already.'] : [...changes, 'The catalogue is changed.'];
  return [...applied, ...warnings.map((warning) => `Warning: ${warning}`)].join('\n');
};

export const formatExport = ({ text }: OperatorReply<'exportCatalogue'>): string => text.trimEnd();
