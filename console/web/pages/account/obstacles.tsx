import type { AccountClosure } from '@innkeeper/sdk/index';
import { useMe } from '../../data/session.ts';
import { formatMoney } from '../../parts/format.ts';
import { Link, useRouter } from '../../router/router.tsx';
import { OBSTACLES, type ObstacleCode } from '../../texts/en/account.ts';
import css from './account.module.css';

type Obstacle = AccountClosure['obstacles'][number];

/** Pages on which obstacles are settled. */
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

/** Obstacles that end by themselves: they keep nobody from asking. */
const ENDS_BY_ITSELF: readonly ObstacleCode[] = ['affiliate_earnings', 'invoices'];

/** Obstacles whose number is an amount in cents. */
const AMOUNTS: readonly ObstacleCode[] = ['affiliate_earnings', 'balance', 'debt'];

/** Parts obstacles into those that must be settled first, and those that end by themselves. */
export const partObstacles = (obstacles: readonly Obstacle[]) => ({
  settle: obstacles.filter(({ code }) => !ENDS_BY_ITSELF.includes(code)),
  wait: obstacles.filter(({ code }) => ENDS_BY_ITSELF.includes(code)),
});

/** Lists obstacles as links to the pages where they are settled. */
export function Obstacles({ label, obstacles }: { label: string; obstacles: readonly Obstacle[] }) {
  const { hasPage } = useRouter();
  const { installation } = useMe();
  if (obstacles.length === 0) return null;
  return (
    <section>
      <h3>{label}</h3>
      <ul className={css.obstacles} aria-label={label}>
        {obstacles.map(({ code, count }) => {
          const number = AMOUNTS.includes(code) ? formatMoney(count / 100, installation.currency) : String(count);
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
