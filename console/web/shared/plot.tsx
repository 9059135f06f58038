import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { usePreferences } from '../data/preferences.ts';
import { formatMinute, formatShortDay, formatTime } from '../parts/format.ts';
import css from './plot.module.css';

export interface Series {
  name: string;
  /** Name of the colour in `style/tokens.css`. */
  token: `--${string}`;
  values: readonly number[];
}

export interface PlotProps {
  /** Unix time in seconds of each value. */
  times: readonly number[];
  series: readonly Series[];
  unit: string;
  /** Upper end of the axis, by default the largest value. */
  max?: number;
  label: string;
  timeLabel: string;
}

const HEIGHT = 180;
const DAY_S = 86_400;

/** Returns a colour of the style sheet for the canvas, resolved for the current theme. */
function readColour(box: HTMLElement, token: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${token})`;
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Formats the times of an axis: hours for a day, days for longer periods. */
function labelTimes(_plot: UPlot, splits: readonly number[]): string[] {
  const isLong = (splits.at(-1) ?? 0) - (splits[0] ?? 0) > 2 * DAY_S;
  return splits.map((at) => (isLong ? formatShortDay(at * 1000) : formatMinute(at * 1000)));
}

/** Margin in seconds around a single value. */
const ALONE_S = 300;

/** Draws values over time. Screen readers and keyboards get the same values as a table. */
export function Plot({ times, series, unit, max, label, timeLabel }: PlotProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { theme } = usePreferences();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the canvas keeps the colours that it was drawn with, so another theme draws it again
  useEffect(() => {
    const box = ref.current;
    if (box === null) return undefined;
    const colour = (token: string) => readColour(box, token);
    const font = `12px ${getComputedStyle(box).fontFamily}`;
    const axis = { font, stroke: colour('--ink-3'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } };
    const plot = new UPlot(
      {
        width: box.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: { y: { range: (_plot, _low, high) => [0, max ?? Math.max(1, high)] } },
        axes: [
          { ...axis, grid: { show: false }, values: labelTimes },
          { ...axis, size: 44 },
        ],
        series: [
          {},
          ...series.map(({ name, token }) => ({
            label: name,
            stroke: colour(token),
            width: 1.5,
            fill: `color-mix(in oklab, ${colour(token)} 12%, transparent)`,
            // One value alone makes no line.
            points: { show: times.length === 1 },
          })),
        ],
      },
      [[...times], ...series.map(({ values }) => [...values])],
      box,
    );
    const [first] = times;
    if (first !== undefined && times.length === 1) plot.setScale('x', { min: first - ALONE_S, max: first + ALONE_S });
    const observer = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
    observer.observe(box);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, max, theme]);
  return (
    <>
      <div ref={ref} className={css.plot} aria-hidden="true" />
      {/* A table is as high as its rows despite its style, and would make the page longer. */}
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{timeLabel}</th>
              {series.map(({ name }) => (
                <th scope="col" key={name}>{`${name} (${unit})`}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((time, index) => (
              <tr key={time}>
                <th scope="row">{formatTime(time * 1000)}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{values[index]?.toFixed(1)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
