import type { Target } from '../part.ts';
import type { ReadFigures, WayFigures } from './measure.ts';

export function wayOf(reads: ReadFigures[], name: string, key: string): WayFigures | undefined {
  return reads.find((read) => read.name === name)?.ways.find((way) => way.key === key);
}

export interface Aim {
  perSecond?: number;
  /** Milliseconds. */
  p99?: number;
  p50?: number;
}

/**
 * Twice where both were measured: for fresh answers, and for those that were asked for before. `speed` of this machine, where
 * it is known.
 */
export function aimAt(
  target: string,
  fresh: WayFigures | undefined,
  again: WayFigures | undefined,
  aim: Aim,
  speed?: number,
): Target[] {
  const judge = (what: string, way: WayFigures | undefined): Target[] => {
    if (!way) return [];
    const judged = { target: `${target}: ${what}`, measured: measuredOf(way, aim), ...judgedBy(way, aim) };
    return [speed === undefined ? judged : { ...judged, here: judgedBy(way, atSpeed(aim, speed)) }];
  };
  return [...judge('fresh', fresh), ...judge('asked again and again', again)];
}

const judgedBy = (way: WayFigures, aim: Aim) => ({ aim: wordsOf(aim), met: holds(way, aim) });

const atSpeed = ({ perSecond, p99, p50 }: Aim, speed: number): Aim => ({
  ...(perSecond !== undefined && { perSecond: Math.round(perSecond * speed) }),
  ...(p99 !== undefined && { p99: Number((p99 / speed).toPrecision(3)) }),
  ...(p50 !== undefined && { p50: Number((p50 / speed).toPrecision(3)) }),
});

const holds = (way: WayFigures, { perSecond = 0, p99 = Infinity, p50 = Infinity }: Aim): boolean =>
  way.perSecond >= perSecond && way.p99 < p99 && way.p50 < p50;

const wordsOf = ({ perSecond, p99, p50 }: Aim): string =>
  [perSecond && `${perSecond}/s`, p50 && `p50 under ${p50} ms`, p99 && `p99 under ${p99} ms`].filter(Boolean).join(', ');

const measuredOf = (way: WayFigures, { perSecond, p99, p50 }: Aim): string =>
  [perSecond && `${way.perSecond.toFixed(0)}/s`, p50 && `p50 ${way.p50.toFixed(1)} ms`, p99 && `p99 ${way.p99.toFixed(0)} ms`]
    .filter(Boolean)
    .join(', ');
