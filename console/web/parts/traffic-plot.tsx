import type { ProtectionBandwidth } from '@innkeeper/sdk/index';
import { texts } from '../texts/en/protection.ts';
import { formatRate } from './format-rate.ts';
import { Plot } from './plot.tsx';

const mostOf = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);

/** Draws passed and dropped traffic, as a plot, a sentence and a table. `className`: of the figure. */
export function TrafficPlot({ buckets, className }: { buckets: readonly ProtectionBandwidth[]; className: string | undefined }) {
  const passed = buckets.map(({ passed_mbps }) => passed_mbps);
  const dropped = buckets.map(({ dropped_mbps }) => dropped_mbps);
  return (
    <figure className={className}>
      <Plot
        times={buckets.map(({ timestamp }) => timestamp)}
        series={[
          { name: texts.passed, token: '--accent', values: passed },
          { name: texts.dropped, token: '--bad', values: dropped },
        ]}
        unit="Mbit/s"
        label={texts.trafficTable}
        timeLabel={texts.time}
      />
      <figcaption>{texts.peaks(formatRate(mostOf(passed)), formatRate(mostOf(dropped)))}</figcaption>
    </figure>
  );
}
