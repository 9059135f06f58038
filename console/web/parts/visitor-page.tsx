import type { ReactNode } from 'react';
import { brand } from './brand.ts';
import { Logo } from './icon.tsx';
import css from './visitor-page.module.css';

/** Shows the frame of pages outside the shell: sign-in and links. */
export function VisitorPage({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) {
  return (
    <main className={css.ground}>
      <div className={css.box}>
        <div className={css.brand}>
          <Logo className={css.mark} />
          {brand}
        </div>
        <h1>{title}</h1>
        {children}
      </div>
      {below}
    </main>
  );
}
