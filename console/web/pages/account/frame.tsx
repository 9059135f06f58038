import { type ReactNode, useEffect } from 'react';
import { setTitle } from '../../parts/brand.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { texts } from '../../texts/en/account.ts';
import css from './account.module.css';

const TABS = [
  { to: '/account', label: texts.billing },
  { to: '/account/affiliate', label: texts.affiliate },
  { to: '/account/export', label: texts.export },
  { to: '/account/closing', label: texts.closing },
] as const;

/** Shows the heading and the tabs of the pages about the account. */
export function AccountFrame({ children }: { children: ReactNode }) {
  useEffect(() => setTitle(texts.title), []);
  return (
    <div className={css.page}>
      <h1>{texts.title}</h1>
      <Tabs label={texts.tabs} tabs={TABS} />
      <div className={css.inside}>{children}</div>
    </div>
  );
}
