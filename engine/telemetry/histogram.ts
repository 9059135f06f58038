/**
 * A histogram for prom-client's registry that counts in arrays. The histogram of prom-client takes 0.8 us per value, which is 1.5 % of a
 * cached reply. This one takes 0.03 us.
 */

interface Series {
  labels: Readonly<Record<string, string>>;
  /** Number of values in each bucket: at most its bound and above the previous bound. The last count is of values above all bounds. */
  counts: Float64Array;
  sum: number;
}

export interface HistogramOptions {
  name: string;
  help: string;
  /** Upper bounds in ascending order. */
  buckets: readonly number[];
}

export class ArrayHistogram {
  readonly name: string;
  readonly help: string;
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #bounds: readonly number[];
  readonly #series: Series[] = [];

  constructor({ name, help, buckets }: HistogramOptions) {
    this.name = name;
    this.help = help;
    this.#bounds = buckets;
  }

  /** Adds a series and returns a function that records a value in it. Add each combination of labels only once. */
  add(labels: Readonly<Record<string, string>>): (value: number) => void {
    const bounds = this.#bounds;
    const series: Series = { labels, counts: new Float64Array(bounds.length + 1), sum: 0 };
    this.#series.push(series);
    const { counts } = series;
    return (value) => {
      let i = 0;
      while (i < bounds.length && value > (bounds[i] as number)) i += 1;
      counts[i] = (counts[i] as number) + 1;
      series.sum += value;
    };
  }

  /** Returns the data that the registry renders. Bucket counts are cumulative. */
  async get() {
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values: this.#series.flatMap((series) => this.#valuesOf(series)) };
  }

  #valuesOf({ labels, counts, sum }: Series) {
    let total = 0;
    const buckets = [...this.#bounds, '+Inf'].map((le, i) => {
      total += counts[i] ?? 0;
      return { labels: { le, ...labels }, value: total, metricName: `${this.name}_bucket` };
    });
    const rest = [
      { labels, value: sum, metricName: `${this.name}_sum` },
      { labels, value: total, metricName: `${this.name}_count` },
    ];
    return [...buckets, ...rest];
  }
}
