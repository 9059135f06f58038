import type { ReactNode } from 'react';
import { brand } from './brand.ts';
import { Mark } from './icon.tsx';
import css from './visitor-page.module.css';

/** The frame of pages outside of the shell: sign-in and links. */
export function VisitorPage({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) {
  return (
    <main className={css.ground}>
      <div className={css.box}>
        <div className={css.brand}>
          <Mark className={css.mark} />
          {brand}
        </div>
        <h1>{title}</h1>
        {children}
      </div>
      {below}
    </main>
  );
}
