/** Measures the throughput that a busy hour loses to a backup: deploys with and without backups beside them, in turns. */
import { startChild } from '../child.ts';
import { withShop } from '../orders/shop.ts';
import { part } from '../part.ts';
import type { MadeBackup } from '../roles/backups.ts';
import { ms, row, thousands } from '../words.ts';

const BUYERS = 20;
const SERVERS_EACH = 8;
const ROUNDS = 3;
const HOUR_MS = 3_600_000;
const MAX_LOSS = 0.05;

interface BackupFigures {
  /** Servers delivered a second, of each round. */
  without: number[];
  beside: number[];
  made: MadeBackup[];
}

export const backup = part<BackupFigures>({
  title: 'Backups of the installation',
  always: true,
  measure: ({ say }) =>
    withShop(say, async ({ database, sell }) => {
      const child = startChild('backups');
      const figures: BackupFigures = { without: [], beside: [], made: [] };
      const rate = async () => (await sell(BUYERS, SERVERS_EACH)).done.perSecond;
      try {
        await rate();
        await database.superuser.query('vacuum (analyze)');
        for (let round = 0; round < ROUNDS; round += 1) {
          figures.without.push(await rate());
          await child.ask('begin', database.urls.owner);
          figures.beside.push(await rate());
          figures.made.push(...(await child.ask<MadeBackup[]>('end')));
          say(`deploys: ${figures.without.at(-1)?.toFixed(1)}/s, beside backups ${figures.beside.at(-1)?.toFixed(1)}/s`);
        }
      } finally {
        await child.stop();
      }
      return figures;
    }),
  section(figures) {
    const { rows, bytes } = figures.made.at(-1) ?? { rows: 0, bytes: 0 };
    const { tookMs, kept, lost } = judge(figures);
    return `${BUYERS} customers order servers while a process of lower priority makes one backup after the other, and without it, in ${ROUNDS} turns each. A backup has ${thousands(rows)} rows and ${thousands(bytes / 1000)} kB.

| | |
|---|---|
${[
  row('a backup, beside the orders', ms(tookMs)),
  row('deploys while it is made, of those without', `x ${kept.toFixed(3)}`),
  row('what an hour with one backup loses', `${(lost * 100).toFixed(3)} %`),
].join('\n')}`;
  },
  targets(figures) {
    const { lost } = judge(figures);
    const [target, aim] = ['An hour with a backup', `loses under ${MAX_LOSS * 100} % of its deploys`];
    return [{ target, aim, measured: `${(lost * 100).toFixed(3)} %`, met: lost < MAX_LOSS }];
  },
});

function judge({ without, beside, made }: BackupFigures) {
  const tookMs = median(made.map((one) => one.tookMs));
  const kept = median(beside) / median(without);
  return { tookMs, kept, lost: (Math.max(0, 1 - kept) * tookMs) / HOUR_MS };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
