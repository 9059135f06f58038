/** Texts about the account: billing data, affiliate program, exports, closing. */
import type { AccountExport } from '@innkeeper/sdk/index';

export const texts = {
  exportTitle: 'Export of the account',
  exportWhat:
    'One ZIP file with all data of the account: a JSON file per kind, invoices as PDF, and the files of tickets. It has no secrets. It can be downloaded for 7 days.',
  makeExport: 'Export',
  exports: 'Exports',
  noExports: 'No export was made yet.',
  exportOf: (time: string) => `Export of ${time}`,
  writing: 'The file is being written. A mail says when it is ready, and this page shows it.',
  writingBar: 'Progress of the export',
  until: (day: string) => `until ${day}`,
  download: 'Download',
  sha256: (sum: string) => `SHA-256 ${sum}`,
  onePending: 'An export is being written.',
} as const;

export const EXPORT_STATES: Record<AccountExport['status'], string> = {
  pending: 'In progress',
  ready: 'Ready',
  expired: 'Deleted',
};
