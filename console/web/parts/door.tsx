import type { ReactNode } from 'react';
import { brand } from './brand.ts';
import css from './door.module.css';
import { Mark } from './icon.tsx';

/** The frame of pages outside of the shell: sign-in and links. */
export function Door({ title, children, below }: { title: string; children: ReactNode; below?: ReactNode }) {
  return (
    <main className={css.ground}>
      <div className={css.door}>
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
