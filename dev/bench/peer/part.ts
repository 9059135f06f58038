import { part } from '../part.ts';
import { ms, row, thousands } from '../words.ts';
import { HOW_TO_INSTALL } from './incus.ts';
import { EXISTING_ITEMS, measurePeer, type PeerFigures } from './measure.ts';

export const peer = part<PeerFigures | null>({
  title: 'Beside Incus',
  always: false,
  measure: ({ say }) => measurePeer(say),
  section: (figures) => (figures ? sectionOf(figures) : HOW_TO_INSTALL),
  targets: () => [],
});

function sectionOf({ version, rows }: PeerFigures): string {
  return `Incus ${version} of Debian, asked at its unix socket; Innkeeper is asked by loopback, with tokens, and every answer is fresh. The same clients ask both, in turns. Incus gives
all ${thousands(EXISTING_ITEMS)} instances at once, since its lists have no pages; an instance is a row and a folder, without an image or a guest. A server of ours is paid for, has an
address, a key, a lock and a history, and starts on the simulated engine. "Done": its operation has ended.

| act | who | clients | a second | p50 | p99 | per item |
|---|---|---|---|---|---|---|
${rows
  .map(({ act, who, clients, measured, items }) => {
    const each = clients === 1 && items > 1 ? `${(measured.p50 / items).toFixed(3)} ms` : '';
    return row(act, who, String(clients), measured.perSecond.toFixed(1), ms(measured.p50), ms(measured.p99), each);
  })
  .join('\n')}`;
}
