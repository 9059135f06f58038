/** Parts of a list page: head, table, and empty page. On phones a table row becomes two lines. */
import { type ReactNode, useEffect } from 'react';
import { setTitle } from '../parts/brand.ts';
import type { CallOfAct } from './call.tsx';
import { Empty } from './empty.tsx';
import css from './listing.module.css';

/** Shows the heading of a page, with its number of items and its buttons. Also sets the tab title. */
export function ListingHead({ title, count, children }: { title: string; count?: number | undefined; children?: ReactNode }) {
  useEffect(() => setTitle(title), [title]);
  return (
    <div className={css.head}>
      <h1>{title}</h1>
      {count !== undefined && <span className="faint">{count}</span>}
      <span className="gap" />
      {children}
    </div>
  );
}

/**
 * Position of a column. `main` names the row. On phones `main` and `side` share the first line, `sub` is the second one, `acts` is at the
 * end of both, and `wide` is hidden.
 */
export type ColumnKind = 'main' | 'sub' | 'side' | 'wide' | 'acts';

export interface Column {
  kind: ColumnKind;
  title: string;
}

/** Shows a table. `foot` is below its rows. */
export function Listing({
  label,
  columns,
  foot,
  children,
}: {
  label: string;
  columns: readonly Column[];
  foot?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={css.box}>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ kind, title }) => (
              <th key={title} scope="col" className={css[kind]}>
                {kind === 'acts' ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {foot !== undefined && <div className={css.foot}>{foot}</div>}
    </div>
  );
}

/** Shows a cell of a row. The first one of a row has the kind `main`. */
export function Cell({ kind, children }: { kind: ColumnKind; children: ReactNode }) {
  return kind === 'main' ? (
    <th scope="row" className={css.main}>
      {children}
    </th>
  ) : (
    <td className={css[kind]}>{children}</td>
  );
}

/** Shows an empty list page. `children`: the button, unless the page has it above. */
export function EmptyListing({ sentence, call, children }: { sentence: string; call: CallOfAct; children?: ReactNode }) {
  return (
    <div className={css.box}>
      <Empty sentence={sentence} call={call}>
        {children}
      </Empty>
    </div>
  );
}
