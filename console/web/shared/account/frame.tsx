import { type ReactNode, useEffect } from 'react';
import { setTitle } from '../../parts/brand.ts';
import { texts } from '../account-texts.ts';
import { Tabs } from '../tabs.tsx';
import { type PagePath, titles } from '../titles.gen.ts';
import css from './account.module.css';

const TABS = [
  { to: '/account', label: texts.billing },
  { to: '/account/affiliate', label: texts.affiliate },
  { to: '/account/export', label: texts.export },
  { to: '/account/closing', label: texts.closing },
] as const satisfies readonly { to: PagePath; label: string }[];

/** Shows the heading and the tabs of the pages about the account. */
export function AccountFrame({ children }: { children: ReactNode }) {
  useEffect(() => setTitle(titles['/account']), []);
  return (
    <div className={css.page}>
      <h1>{titles['/account']}</h1>
      <Tabs label={texts.tabs} tabs={TABS} />
      <div className={css.inside}>{children}</div>
    </div>
  );
}
