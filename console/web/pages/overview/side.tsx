import type { ServerSummary } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { balanceQuery } from '../../data/balance.ts';
import { Card, Facts } from '../../parts/box.tsx';
import { formatMoney } from '../../parts/format.ts';
import { describeRenewalCover } from '../../parts/renewal-cover.ts';
import { describeState } from '../../parts/server-state.ts';
import { State, type Tone } from '../../parts/state.tsx';
import { useNow } from '../../parts/time.tsx';
import { Link, useRouter } from '../../router/router.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Kinds of states in the order of the card. */
const TONES = ['ok', 'busy', 'bad', 'rescue', 'off'] as const satisfies readonly Tone[];

/** Shows the number of servers in each kind of state. */
export function ServersCard({ servers }: { servers: readonly ServerSummary[] }) {
  const tones = servers.map((server) => describeState(server).tone);
  const counts = TONES.map((tone) => ({ tone, count: tones.filter((other) => other === tone).length }));
  return (
    <Card
      title={texts.servers}
      side={
        <Link className="link" to="/servers">
          {texts.allServers}
        </Link>
      }
      padded
    >
      <ul className={css.counts}>
        {counts.map(({ tone, count }) =>
          count === 0 ? null : (
            <li key={tone}>
              <State tone={tone}>{texts.states[tone]}</State>
              <b>{count}</b>
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}

/** Shows the balance, and the renewals that it covers. */
export function BalanceCard() {
  const { data: balance } = useSuspenseQuery(balanceQuery);
  const now = useNow(60_000);
  const { hasPage } = useRouter();
  const money = (amount: number) => formatMoney(amount, balance.currency);
  const amount = money(balance.balance);
  return (
    <Card
      title={texts.balance}
      side={
        hasPage('/balance') ? (
          <Link className="link" to="/balance">
            {amount}
          </Link>
        ) : (
          <b>{amount}</b>
        )
      }
      padded
    >
      <Facts
        rows={[
          [texts.renewals, money(balance.estimated_expenses)],
          [texts.covers, describeRenewalCover(balance, now)],
        ]}
      />
    </Card>
  );
}
