import type { ServerMetric } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { client } from '../../data/client.ts';
import { prefetchServer } from '../../data/servers.ts';
import { Card } from '../../parts/box.tsx';
import { Segments } from '../../parts/field.tsx';
import { type Params, writeSearch } from '../../router/match.ts';
import { useIdOfPath, useRouter, useSearch } from '../../router/router.tsx';
import type { Series } from '../../shared/plot.tsx';
import { ServerFrame } from '../../shared/server/frame.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';
import { forecastTraffic } from './traffic.ts';

export const path = '/servers/:id/usage';
export const load = ({ id }: Params) => prefetchServer(id);

const Plot = lazy(async () => ({ default: (await import('../../shared/plot.tsx')).Plot }));

const PERIODS = { day: 86_400, week: 7 * 86_400, month: 30 * 86_400 } as const;
type Period = keyof typeof PERIODS;
const BUCKET_MS = 5 * 60_000;

interface Chart {
  title: string;
  unit: string;
  max?: number;
  series: readonly { name: string; token: Series['token']; of: (bucket: ServerMetric) => number }[];
}

const CPU: Chart = {
  title: texts.cpu,
  unit: '%',
  max: 100,
  series: [{ name: texts.cpu, token: '--accent', of: ({ cpu }) => cpu }],
};
const REST: readonly Chart[] = [
  {
    title: texts.network,
    unit: 'MB/s',
    series: [
      { name: texts.networkOut, token: '--accent', of: ({ network_out }) => network_out },
      { name: texts.networkIn, token: '--ok', of: ({ network_in }) => network_in },
    ],
  },
  {
    title: texts.disk,
    unit: 'MB/s',
    series: [
      { name: texts.written, token: '--accent', of: ({ io_write }) => io_write },
      { name: texts.read, token: '--ok', of: ({ io_read }) => io_read },
    ],
  },
];

/** Shows load, network, disk and traffic of a server over a period. */
export function Page() {
  const id = useIdOfPath();
  const { navigate } = useRouter();
  const { period: given } = useSearch();
  const period: Period = given === 'week' || given === 'month' ? given : 'day';
  const { data } = useQuery({
    queryKey: ['server-metrics', id, period],
    queryFn: ({ signal }) => {
      const end = Math.floor(Date.now() / 1000);
      return client.getServerMetrics({ id, 'filter[start]': end - PERIODS[period], 'filter[end]': end }, { signal });
    },
    // Buckets have no events.
    refetchInterval: BUCKET_MS,
    staleTime: BUCKET_MS,
  });
  const buckets = (data?.data ?? []).filter(({ running }) => running);
  return (
    <ServerFrame>
      <div className={css.page}>
        <div>
          <Segments
            label={texts.period}
            value={period}
            options={(Object.keys(PERIODS) as Period[]).map((value) => ({ value, label: texts.periods[value] }))}
            onChange={(value) =>
              navigate(`/servers/${id}/usage${writeSearch({ period: value === 'day' ? undefined : value })}`, { replace: true })
            }
          />
        </div>
        <ChartCard chart={CPU} buckets={buckets} />
        <div className={css.pair}>
          {REST.map((chart) => (
            <ChartCard key={chart.title} chart={chart} buckets={buckets} />
          ))}
        </div>
        <Traffic id={id} />
      </div>
    </ServerFrame>
  );
}

function ChartCard({ chart, buckets }: { chart: Chart; buckets: readonly ServerMetric[] }) {
  const series = chart.series.map(({ name, token, of }) => ({ name, token, values: buckets.map(of) }));
  return (
    <Card title={`${chart.title} (${chart.unit})`}>
      {buckets.length === 0 ? (
        <p className={css.empty}>{texts.empty}</p>
      ) : (
        <figure className={css.plot}>
          <Suspense fallback={null}>
            <Plot
              times={buckets.map(({ timestamp }) => timestamp)}
              series={series}
              unit={chart.unit}
              {...(chart.max === undefined ? {} : { max: chart.max })}
              label={texts.table(chart.title)}
              timeLabel={texts.time}
            />
          </Suspense>
          <figcaption>{series.map(({ name, values }) => sentenceOf(name, values, chart.unit)).join(' ')}</figcaption>
        </figure>
      )}
    </Card>
  );
}

function sentenceOf(name: string, values: readonly number[], unit: string): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return texts.sentence(name, mean.toFixed(1), Math.max(...values).toFixed(1), unit);
}

function Traffic({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['server-bandwidth', id],
    queryFn: ({ signal }) => client.getServerBandwidth({ id }, { signal }),
    refetchInterval: BUCKET_MS,
    staleTime: 0,
  });
  if (data === undefined) return null;
  const used = data.used.toFixed(1);
  const forecast = forecastTraffic(data, Date.now());
  const sentence = data.limit === 0 ? texts.usedUnmetered(used) : texts.used(used, String(data.limit));
  return (
    <Card title={texts.traffic} padded>
      {sentence}
      {data.limit > 0 && <progress className={css.meter} max={data.limit} value={data.used} aria-label={sentence} />}
      {forecast && (
        <p className="soft">
          {forecast.isOver ? texts.forecastOver(forecast.gb.toFixed(0)) : texts.forecast(forecast.gb.toFixed(0))}
        </p>
      )}
    </Card>
  );
}
