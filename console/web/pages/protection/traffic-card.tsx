import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { protectionBandwidthQuery } from '../../data/protection.ts';
import { toRefusal } from '../../data/refusals.ts';
import { Card } from '../../parts/box.tsx';
import { Segments } from '../../parts/field.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

const TrafficPlot = lazy(async () => ({ default: (await import('../../shared/traffic-plot.tsx')).TrafficPlot }));

const PERIODS = { hour: 3_600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400 } as const;
export type Period = keyof typeof PERIODS;

const PERIOD_NAMES = Object.keys(PERIODS) as Period[];

/** Returns the period in the URL, or the default. */
export const toPeriod = (text: string | undefined): Period => PERIOD_NAMES.find((name) => name === text) ?? 'day';

/** Shows passed and dropped traffic of an address. */
export function TrafficCard({
  addressId,
  period,
  onPeriod,
}: {
  addressId: number;
  period: Period;
  onPeriod: (period: Period) => void;
}) {
  const { data: buckets, error } = useQuery(protectionBandwidthQuery(addressId, PERIODS[period]));
  return (
    <Card title={texts.traffic}>
      <div className={css.period}>
        <Segments
          label={texts.period}
          value={period}
          options={PERIOD_NAMES.map((value) => ({ value, label: texts.periods[value] }))}
          onChange={onPeriod}
        />
      </div>
      {error && <RefusalNote refusal={toRefusal(error)} fields="all" />}
      {buckets?.length === 0 && <p className={css.none}>{texts.noTraffic}</p>}
      {buckets !== undefined && buckets.length > 0 && (
        <Suspense fallback={null}>
          <TrafficPlot buckets={buckets} />
        </Suspense>
      )}
    </Card>
  );
}
