import type { Target } from '../part.ts';
import type { ModeFigures, ReadFigures } from './measure.ts';

export function findMode(reads: ReadFigures[], name: string, key: string): ModeFigures | undefined {
  return reads.find((read) => read.name === name)?.ways.find((way) => way.key === key);
}

export interface ReadTarget {
  perSecond?: number;
  /** Maximum 99th percentile in milliseconds. */
  p99?: number;
  p50?: number;
}

/**
 * Returns the targets of a read: for fresh replies, and for repeated requests if both were measured. `speed`: speed of this machine, if
 * known.
 */
export function judgeRead(
  target: string,
  fresh: ModeFigures | undefined,
  again: ModeFigures | undefined,
  aim: ReadTarget,
  speed?: number,
): Target[] {
  const judge = (what: string, way: ModeFigures | undefined): Target[] => {
    if (!way) return [];
    const judged = { target: `${target}: ${what}`, measured: measuredOf(way, aim), ...judgedBy(way, aim) };
    return [speed === undefined ? judged : { ...judged, here: judgedBy(way, atSpeed(aim, speed)) }];
  };
  return [...judge('fresh', fresh), ...judge('asked again and again', again)];
}

const judgedBy = (way: ModeFigures, aim: ReadTarget) => ({ aim: wordsOf(aim), met: holds(way, aim) });

const atSpeed = ({ perSecond, p99, p50 }: ReadTarget, speed: number): ReadTarget => ({
  ...(perSecond !== undefined && { perSecond: Math.round(perSecond * speed) }),
  ...(p99 !== undefined && { p99: Number((p99 / speed).toPrecision(3)) }),
  ...(p50 !== undefined && { p50: Number((p50 / speed).toPrecision(3)) }),
});

const holds = (way: ModeFigures, { perSecond = 0, p99 = Infinity, p50 = Infinity }: ReadTarget): boolean =>
  way.perSecond >= perSecond && way.p99 < p99 && way.p50 < p50;

const wordsOf = ({ perSecond, p99, p50 }: ReadTarget): string =>
  [perSecond && `${perSecond}/s`, p50 && `p50 under ${p50} ms`, p99 && `p99 under ${p99} ms`].filter(Boolean).join(', ');

const measuredOf = (way: ModeFigures, { perSecond, p99, p50 }: ReadTarget): string =>
  [perSecond && `${way.perSecond.toFixed(0)}/s`, p50 && `p50 ${way.p50.toFixed(1)} ms`, p99 && `p99 ${way.p99.toFixed(0)} ms`]
    .filter(Boolean)
    .join(', ');
