import type { ProtectionBandwidth } from '@innkeeper/sdk/index';
import { formatRate } from '../parts/format-rate.ts';
import { Plot } from './plot.tsx';
import { texts } from './protection-texts.ts';
import css from './traffic-plot.module.css';

const mostOf = (values: readonly number[]): number => values.reduce((max, value) => Math.max(max, value), 0);

/** Draws passed and dropped traffic, as a plot, two sentences and a table. */
export function TrafficPlot({ buckets }: { buckets: readonly ProtectionBandwidth[] }) {
  const passed = buckets.map(({ passed_mbps }) => passed_mbps);
  const dropped = buckets.map(({ dropped_mbps }) => dropped_mbps);
  return (
    <figure className={css.plot}>
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
      <figcaption>
        <span className={css.passed}>{texts.maxPassed(formatRate(mostOf(passed)))}</span>
        <span className={css.dropped}>{texts.maxDropped(formatRate(mostOf(dropped)))}</span>
      </figcaption>
    </figure>
  );
}
