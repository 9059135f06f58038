import type { ReadPages } from '../data/pages.ts';
import { Button } from '../parts/button.tsx';
import css from '../parts/rows.module.css';

/** Shows a button that reads the next page of a list. Hidden when all is read. */
export function LoadMore({ list, children }: { list: Omit<ReadPages<unknown>, 'items'>; children: string }) {
  if (!list.hasMore) return null;
  return (
    <div className={css.more}>
      <Button busy={list.isReadingMore} onPress={list.readMore}>
        {children}
      </Button>
    </div>
  );
}
