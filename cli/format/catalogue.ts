/** Changes of the catalogue as lines for a person. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';

export const formatDifferences = ({ changes }: OperatorReply<'diffCatalogue'>): string =>
  changes.length === 0 ? 'The catalogue is what the file says.' : changes.join('\n');

export const formatApplied = ({ changes }: OperatorReply<'applyCatalogue'>): string =>
  changes.length === 0 ? 'The catalogue is what the file says already.' : [...changes, 'The catalogue is changed.'].join('\n');

export const formatExport = ({ text }: OperatorReply<'exportCatalogue'>): string => text.trimEnd();
