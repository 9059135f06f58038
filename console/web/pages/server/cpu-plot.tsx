import { useQuery } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { Plot } from '../../shared/plot.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

const DAY_S = 86_400;
const BUCKET_MS = 5 * 60_000;

/** Shows the load of the last 24 hours as a plot, a sentence and a table. */
export function CpuPlot({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['server-metrics', id],
    queryFn: ({ signal }) => {
      const end = Math.floor(Date.now() / 1000);
      return client.getServerMetrics({ id, 'filter[start]': end - DAY_S, 'filter[end]': end }, { signal });
    },
    // Buckets have no events.
    refetchInterval: BUCKET_MS,
    staleTime: BUCKET_MS,
  });
  const buckets = (data?.data ?? []).filter(({ running }) => running);
  if (buckets.length === 0) return <p className={css.empty}>{texts.usageEmpty}</p>;
  const values = buckets.map(({ cpu }) => cpu);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return (
    <figure className={css.plot}>
      <Plot
        times={buckets.map(({ timestamp }) => timestamp)}
        series={[{ name: texts.cpu, token: '--accent', values }]}
        unit="%"
        max={100}
        label={texts.usageTable}
        timeLabel={texts.time}
      />
      <figcaption>{texts.usageSentence(mean.toFixed(1), Math.max(...values).toFixed(1))}</figcaption>
    </figure>
  );
}
