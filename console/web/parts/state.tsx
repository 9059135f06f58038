import type { ReactNode } from 'react';
import css from './state.module.css';

/** Kind of a state. Each has its own shape, so that colour is never the only difference. */
export type Tone = 'ok' | 'busy' | 'bad' | 'off' | 'rescue';

const TAGS: Record<Tone, string | undefined> = {
  ok: css.tagOk,
  busy: css.tagBusy,
  bad: css.tagBad,
  off: undefined,
  rescue: css.tagRescue,
};

/** Shows a state as shape and word. */
export function State({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`${css.state} ${css[tone]}`}>{children}</span>;
}

/** Shows a word in a pill. */
export function Tag({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${css.tag} ${tone === undefined ? '' : (TAGS[tone] ?? '')}`}>{children}</span>;
}

/** Shows a percentage as a thin bar. `percent` is `null` if unknown. */
export function ThinBar({ percent, label }: { percent: number | null; label: string }) {
  return <progress className={css.bar} max={100} value={percent ?? undefined} aria-label={label} />;
}
