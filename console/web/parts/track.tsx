import type { CSSProperties } from 'react';
import css from './track.module.css';

/** Step of an operation in the track. */
export interface TrackStep {
  key: string;
  title: string;
  /** Duration in seconds, or its estimate. */
  note: string;
  state: 'planned' | 'now' | 'done' | 'failed' | 'undone';
  /** Share of the current step in percent. */
  percent?: number;
}

/** Shows the steps of an operation in their order, the current one with its share. */
export function Track({ label, steps }: { label: string; steps: readonly TrackStep[] }) {
  return (
    <ol className={css.track} aria-label={label}>
      {steps.map(({ key, title, note, state, percent }) => (
        <li
          key={key}
          className={state === 'planned' ? undefined : css[state]}
          style={{ '--share': `${percent ?? 50}%` } as CSSProperties}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span>
            {title}
            <small>{note}</small>
          </span>
        </li>
      ))}
    </ol>
  );
}
