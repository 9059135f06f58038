/** Texts about parts that several pages use. */
import { andMore } from '../parts/texts.ts';

export const texts = {
  names: (shown: readonly string[], all: number) => shown.join(', ') + (all > shown.length ? andMore(all - shown.length) : ''),
  copy: 'Copy',
  command: 'Command',
  copyCall: 'Copy as API call',
  sameBy: 'The same by API, SDK or command',
  close: 'Close',
  delete: 'Delete',
  requestId: (id: string) => `Request ${id}`,
} as const;
