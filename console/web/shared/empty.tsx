import type { ReactNode } from 'react';
import { CallDetails, type CallOfAct } from './call.tsx';
import css from './empty.module.css';

/** Shows an empty list: one sentence, the act that adds an item, and the same act as a command. */
export function Empty({ sentence, children, call }: { sentence: string; children?: ReactNode; call?: CallOfAct }) {
  return (
    <div className={css.empty}>
      <p>{sentence}</p>
      {children}
      {call && <CallDetails call={call} />}
    </div>
  );
}
