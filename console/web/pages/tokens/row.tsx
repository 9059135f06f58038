import type { Token } from '@innkeeper/sdk/index';
import type { ReactNode } from 'react';
import { useSummary } from '../../data/servers.ts';
import { useMe } from '../../data/session.ts';
import { formatAge } from '../../parts/age.ts';
import { Button } from '../../parts/button.tsx';
import { formatMoney, formatTime } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { Link } from '../../router/router.tsx';
import { Cell } from '../../shared/listing.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Maximum number of server names in a row. */
const MAX_NAMES = 2;

/** Shows a token: its abilities and limits, and its last use. */
export function TokenRow({
  token,
  isMenuOpen,
  onMenu,
}: {
  token: Token;
  isMenuOpen: boolean;
  onMenu: (anchor: HTMLElement) => void;
}) {
  const now = useNow(60_000);
  const { name, hint, expires_at: expires, last_used_at: usedAt, last_used_from: from } = token;
  return (
    <tr>
      <Cell kind="main">
        <Name text={name} />
        <small className="mono">{hint}…</small>
      </Cell>
      <Cell kind="sub">
        <Bounds token={token} now={now} />
      </Cell>
      <Cell kind="wide">
        {expires === null ? (
          <span className="faint">{texts.noExpiry}</span>
        ) : (
          <span className="nowrap">
            <Time at={expires} />
          </span>
        )}
      </Cell>
      <Cell kind="side">
        {usedAt === null ? texts.neverUsed : formatAge(usedAt, now)}
        {from !== null && <small className={css.from}>{texts.from(from)}</small>}
      </Cell>
      <Cell kind="acts">
        <Button icon="ellipsis" kind="bare" label={texts.acts(name)} expanded={isMenuOpen} onPress={onMenu} />
      </Cell>
    </tr>
  );
}

function Bounds({ token, now }: { token: Token; now: number }) {
  const { installation } = useMe();
  const { abilities, server_ids: servers, allowed_networks: networks, monthly_cap: cap, previous_secret_until: until } = token;
  const bounds: [string, ReactNode][] = [['abilities', abilities.map((ability) => texts.abilities[ability]).join(', ')]];
  if (servers.length > 0) bounds.push(['servers', <Servers key="servers" ids={servers} />]);
  if (networks.length > 0) bounds.push(['networks', texts.networks(networks)]);
  if (cap !== null) bounds.push(['cap', texts.cap(formatMoney(cap, installation.currency))]);
  if (until !== null && Date.parse(until) > now) bounds.push(['previous', texts.previousUntil(formatTime(until))]);
  return (
    <ul className={css.bounds}>
      {bounds.map(([key, bound]) => (
        <li key={key}>{bound}</li>
      ))}
    </ul>
  );
}

function Servers({ ids }: { ids: readonly number[] }) {
  if (ids.length > MAX_NAMES) return texts.onlyServers(ids.length);
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <ServerLink id={id} />
    </span>
  ));
}

function ServerLink({ id }: { id: number }) {
  const server = useSummary(id);
  if (server === undefined) return texts.unknownServer(id);
  return (
    <Link to={`/servers/${id}`} className="link">
      <Name text={server.hostname} />
    </Link>
  );
}
