import { type RefObject, useEffect, useRef, useState } from 'react';
import { STEP, visibleRows } from './visible-rows.ts';

export interface RowWindow {
  ref: RefObject<HTMLDivElement | null>;
  from: number;
  to: number;
  rowHeight: number;
}

/** Tracks the visible rows of a box. The height of a row is the style variable `--row` of the box. */
export function useRowWindow(count: number): RowWindow {
  const ref = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800, rowHeight: 40 });
  useEffect(() => {
    const box = ref.current;
    if (box === null) return undefined;
    const measure = () => {
      const rowHeight = window.matchMedia('(width < 760px)').matches ? 60 : 40;
      // On a phone the page scrolls, not the box.
      const scrolls = box.scrollHeight > box.clientHeight + 1;
      const top = scrolls ? box.scrollTop : Math.max(0, -box.getBoundingClientRect().top);
      const height = Math.min(box.clientHeight, window.innerHeight);
      const step = Math.floor(top / rowHeight / STEP);
      setView((last) =>
        last.height === height && last.rowHeight === rowHeight && Math.floor(last.top / rowHeight / STEP) === step
          ? last
          : { top, height, rowHeight },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    box.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', measure);
      window.removeEventListener('scroll', measure);
    };
  }, []);
  return { ref, rowHeight: view.rowHeight, ...visibleRows(view.top, view.height, view.rowHeight, count) };
}
