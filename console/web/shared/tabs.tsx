import { useEffect, useRef } from 'react';
import { Link } from '../router/router.tsx';
import css from './tabs.module.css';

export interface TabsProps {
  label: string;
  tabs: readonly { to: string; label: string }[];
  /** True for tabs that the rail of wide windows also has. */
  onPhoneOnly?: boolean;
}

/** Shows links to a group of related pages. */
export function Tabs({ label: name, tabs, onPhoneOnly = false }: TabsProps) {
  const ref = useRef<HTMLElement>(null);
  // On phones the tabs scroll, and the current one may be out of sight.
  useEffect(() => {
    ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <nav ref={ref} className={onPhoneOnly ? `${css.tabs} ${css.close} only-phone` : css.tabs} aria-label={name}>
      {tabs.map(({ to, label }) => (
        <Link key={to} to={to} exact>
          {label}
        </Link>
      ))}
    </nav>
  );
}
