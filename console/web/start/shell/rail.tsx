import { useSuspenseQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { balanceQuery, daysCovered } from '../../data/balance.ts';
import { useServerIndex } from '../../data/servers.ts';
import { useMe } from '../../data/session.ts';
import { brand } from '../../parts/brand.ts';
import { formatMoney } from '../../parts/format.ts';
import { Icon, Logo } from '../../parts/icon.tsx';
import { describeRenewalCover } from '../../parts/renewal-cover.ts';
import { useNow } from '../../parts/time.tsx';
import { Link } from '../../router/router.tsx';
import { AccountSwitch } from './account-switch.tsx';
import { AnsweredCount } from './answered-count.tsx';
import { NAVIGATION_GROUPS } from './navigation.ts';
import css from './shell.module.css';
import { texts } from './texts.ts';

/** Shows the navigation of wide windows: account, places, balance. */
export function Rail() {
  const { ids } = useServerIndex();
  return (
    <nav className={css.rail} aria-label={texts.main}>
      <Link to="/" className={css.brand} exact>
        <Logo className={css.mark} />
        <span>{brand}</span>
      </Link>
      <AccountSwitch />
      {NAVIGATION_GROUPS.map(({ label: group, places }) => (
        <Fragment key={group ?? ''}>
          {group !== undefined && <span className={css.group}>{group}</span>}
          {places.map(({ to, label, icon }) => (
            <Link key={to} to={to} className={css.place}>
              <Icon name={icon} />
              {label}
              {to === '/servers' && <span className={css.count}>{ids.length}</span>}
              {to === '/support' && <AnsweredCount />}
            </Link>
          ))}
        </Fragment>
      ))}
      <a className={css.place} href="/docs">
        <Icon name="terminal" />
        {texts.apiReference}
      </a>
      <BalanceFoot />
    </nav>
  );
}

function BalanceFoot() {
  const { data: balance } = useSuspenseQuery(balanceQuery);
  const { installation } = useMe();
  const now = useNow(60_000);
  const days = daysCovered(balance, now);
  const cover = describeRenewalCover(balance, now);
  return (
    <div className={css.foot}>
      <b>
        <span>{texts.balance}</span>
        {formatMoney(balance.balance, installation.currency)}
      </b>
      <progress className={css.meter} max={30} value={days} data-low={days < 7 || undefined} aria-label={cover} />
      {cover}
    </div>
  );
}
