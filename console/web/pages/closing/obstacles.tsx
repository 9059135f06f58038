import type { AccountClosure } from '@innkeeper/sdk/index';
import { useMe } from '../../data/session.ts';
import { formatMoney } from '../../parts/format.ts';
import { Link, useRouter } from '../../router/router.tsx';
import css from '../../shared/account/account.module.css';
import { OBSTACLES, type ObstacleCode } from './texts.ts';

type Obstacle = AccountClosure['obstacles'][number];

/** Pages on which obstacles can be removed. */
const PAGES: Record<ObstacleCode, string> = {
  suspended: '/support',
  services: '/servers',
  unpaid_orders: '/orders?status=due',
  disputes: '/support',
  payments: '/orders',
  refunds: '/balance',
  operations: '/servers',
  response_targets: '/support',
  invoices: '/invoices',
  affiliate_earnings: '/account/affiliate',
  copies: '/copies',
  isos: '/isos',
  ip_addresses: '/floating-ips',
  balance: '/balance',
  debt: '/balance',
};

/** Obstacles that end by themselves, so they do not prevent a request. */
const TEMPORARY_OBSTACLES: readonly ObstacleCode[] = ['affiliate_earnings', 'invoices'];

/** Obstacles whose number is an amount in cents. */
const OBSTACLES_WITH_AMOUNT: readonly ObstacleCode[] = ['affiliate_earnings', 'balance', 'debt'];

/** Splits obstacles into those that must be removed first, and those that end by themselves. */
export const splitObstacles = (obstacles: readonly Obstacle[]) => ({
  settle: obstacles.filter(({ code }) => !TEMPORARY_OBSTACLES.includes(code)),
  wait: obstacles.filter(({ code }) => TEMPORARY_OBSTACLES.includes(code)),
});

/** Lists obstacles as links to the pages where they can be removed. */
export function Obstacles({ label, obstacles }: { label: string; obstacles: readonly Obstacle[] }) {
  const { hasPage } = useRouter();
  const { installation } = useMe();
  if (obstacles.length === 0) return null;
  return (
    <section>
      <h3>{label}</h3>
      <ul className={css.obstacles} aria-label={label}>
        {obstacles.map(({ code, count }) => {
          const number = OBSTACLES_WITH_AMOUNT.includes(code) ? formatMoney(count / 100, installation.currency) : String(count);
          const sentence = OBSTACLES[code](number);
          return (
            <li key={code}>
              {hasPage(PAGES[code]) ? (
                <Link to={PAGES[code]} className="link">
                  {sentence}
                </Link>
              ) : (
                sentence
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
