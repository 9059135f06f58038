import type { ReactNode } from 'react';
import css from './rows.module.css';

export interface RowProps {
  /** Name of the row, usually a link. */
  name: ReactNode;
  /** Smaller line below the name. */
  below?: ReactNode;
  /** Check box in front of the name. */
  lead?: ReactNode;
  amount?: ReactNode;
  state?: ReactNode;
  time?: ReactNode;
  acts?: ReactNode;
}

/** Shows a list whose rows have their fields in columns. On a phone each row has two lines. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.rows} aria-label={label}>
      {children}
    </ul>
  );
}

const isShown = (part: ReactNode): boolean => part !== undefined && part !== null && part !== false;

/** Shows one row of a list. */
export function Row({ name, below, lead, amount, state, time, acts }: RowProps) {
  return (
    <li>
      <div className={css.name}>
        {lead}
        <div>
          <b>{name}</b>
          {below !== undefined && <small>{below}</small>}
        </div>
      </div>
      {isShown(amount) && <div className={css.amount}>{amount}</div>}
      {isShown(state) && <div className={css.state}>{state}</div>}
      {isShown(time) && <div className={css.time}>{time}</div>}
      {isShown(acts) && <div className={css.acts}>{acts}</div>}
    </li>
  );
}
