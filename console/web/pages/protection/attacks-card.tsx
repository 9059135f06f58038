import { usePages } from '../../data/pages.ts';
import { attacksQuery, blockedIpsQuery } from '../../data/protection.ts';
import { Card } from '../../parts/box.tsx';
import { formatCountry, formatDay, formatDuration, formatTime } from '../../parts/format.ts';
import { formatPackets, formatRate } from '../../parts/format-rate.ts';
import { Row, Rows } from '../../parts/rows.tsx';
import { State } from '../../parts/state.tsx';
import { Time } from '../../parts/time.tsx';
import { writeSearch } from '../../router/match.ts';
import { Link, useIdOfPath } from '../../router/router.tsx';
import { LoadMore } from '../../shared/load-more.tsx';
import { texts as protectionTexts } from '../../shared/protection-texts.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

const formatMoment = (at: string): string => `${formatDay(at)}, ${formatTime(at)}`;

/** Lists the attacks of the last 7 days. */
export function AttacksCard({ addressId }: { addressId: number }) {
  const serverId = useIdOfPath();
  const list = usePages(attacksQuery(addressId));
  return (
    <Card title={texts.attacks}>
      {list.total === 0 && <p className={css.none}>{texts.noAttack}</p>}
      <Rows label={texts.attacks}>
        {list.items.map(({ id, reason, severity, ongoing, started_at, ended_at, peak_bandwidth, peak_pps }) => (
          <Row
            key={id}
            name={
              <Link to={`/servers/${serverId}/protection/attacks/${id}${writeSearch({ address: String(addressId) })}`}>
                {reason}
              </Link>
            }
            below={`${texts.severity(protectionTexts.severities[severity])}, ${texts.peak(formatRate(peak_bandwidth), formatPackets(peak_pps))}`}
            state={
              ongoing ? (
                <State tone="bad">{protectionTexts.ongoing}</State>
              ) : (
                <State tone="off">
                  {ended_at === null
                    ? protectionTexts.ended
                    : texts.took(formatDuration(Date.parse(ended_at) - Date.parse(started_at)))}
                </State>
              )
            }
            time={<Time at={started_at} format={formatMoment} />}
          />
        ))}
      </Rows>
      <LoadMore list={list}>{texts.older}</LoadMore>
    </Card>
  );
}

/** Lists the sources that are currently blocked automatically. */
export function BlockedCard({ addressId }: { addressId: number }) {
  const list = usePages(blockedIpsQuery(addressId));
  return (
    <Card title={texts.blocked} side={list.total !== undefined && list.total > 0 && <span className="faint">{list.total}</span>}>
      {list.total === 0 && <p className={css.none}>{texts.noBlocked}</p>}
      <Rows label={texts.blocked}>
        {list.items.map(({ ip, country, reason, expires_at }) => (
          <Row
            key={ip}
            name={<span className="mono">{ip}</span>}
            below={country === null ? reason : `${formatCountry(country)}. ${reason}`}
            time={<Time at={expires_at} format={(at) => texts.until(formatTime(at))} />}
          />
        ))}
      </Rows>
      <LoadMore list={list}>{texts.moreBlocked}</LoadMore>
    </Card>
  );
}
