import type { Attack, Server } from '@innkeeper/sdk/index';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { attackBandwidthQuery, attackQuery } from '../../data/protection.ts';
import { toRefusal } from '../../data/refusals.ts';
import { prefetchServer, serverQuery } from '../../data/servers.ts';
import { Card, Facts, Note } from '../../parts/box.tsx';
import { formatDay, formatDuration, formatTime } from '../../parts/format.ts';
import { formatPackets, formatRate } from '../../parts/format-rate.ts';
import { Icon } from '../../parts/icon.tsx';
import { Tag } from '../../parts/state.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { type Params, writeSearch } from '../../router/match.ts';
import { Link, useIdOfPath, useRouter, useSearch } from '../../router/router.tsx';
import { ProtectionOffer } from '../../shared/protection-offer.tsx';
import { texts as protectionTexts } from '../../shared/protection-texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { ServerFrame } from '../../shared/server/frame.tsx';
import css from './page.module.css';
import { Networks, Ports, Protocols, Sources } from './shares.tsx';
import { texts } from './texts.ts';

export const path = '/servers/:id/protection/attacks/:attack';
export const load = ({ id }: Params) => prefetchServer(id);

const TrafficPlot = lazy(async () => ({ default: (await import('../../shared/traffic-plot.tsx')).TrafficPlot }));

const formatMoment = (at: string): string => `${formatDay(at)}, ${formatTime(at)}`;

/** Shows one attack: its curve and its sources. */
export function Page() {
  const serverId = useIdOfPath();
  const { address: given } = useSearch();
  const { data: server } = useSuspenseQuery(serverQuery(serverId));
  const [only, ...others] = server.ip_addresses;
  // The API finds an attack by its address. One request for each address would be too many.
  const addressId = given !== undefined ? Number(given) : others.length === 0 ? only?.id : undefined;
  return (
    <ServerFrame>
      <p className={css.back}>
        <Link className="link" to={`/servers/${serverId}/protection${writeSearch({ address: given })}`}>
          <Icon name="chevron-left" size="small" />
          {texts.back}
        </Link>
      </p>
      {addressId === undefined ? <Addresses server={server} /> : <OfAddress server={server} addressId={addressId} />}
    </ServerFrame>
  );
}

/** Shows the addresses of a server, for a link that names none. */
function Addresses({ server }: { server: Server }) {
  const { location } = useRouter();
  return (
    <Card title={texts.whichAddress} padded>
      <p className="soft">{texts.chooseAddress}</p>
      <ul className={css.addresses} aria-label={texts.whichAddress}>
        {server.ip_addresses.map(({ id, ip_address }) => (
          <li key={id}>
            <Link className="link mono" to={`${location.path}${writeSearch({ address: String(id) })}`}>
              {ip_address}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function OfAddress({ server, addressId }: { server: Server; addressId: number }) {
  const attackId = useRouter().params.attack ?? '';
  const { data: attack, error } = useQuery(attackQuery(addressId, attackId));
  if (attack !== undefined) return <AttackCards server={server} addressId={addressId} attack={attack} />;
  return error && <Missing error={error} />;
}

function Missing({ error }: { error: Error }) {
  const refusal = toRefusal(error);
  return refusal.kind === 'refused' || refusal.kind === 'fields' ? (
    <Note tone="bad" alert>
      {texts.notFound}
    </Note>
  ) : (
    <RefusalNote refusal={refusal} />
  );
}

function AttackCards({ server, addressId, attack }: { server: Server; addressId: number; attack: Attack }) {
  const address = server.ip_addresses.find(({ id }) => id === addressId);
  return (
    <div className={css.page}>
      {attack.ongoing && address?.ddos_protected === false && (
        <Note tone="bad" icon="shield-alert">
          {protectionTexts.nothingFilters} <ProtectionOffer />
        </Note>
      )}
      <div className={css.pair}>
        <Curve addressId={addressId} attack={attack} />
        <Summary address={address?.ip_address} attack={attack} />
      </div>
      <Sources sources={attack.top_source_ips} />
      <Networks networks={attack.top_source_asns} />
      <div className={css.halves}>
        <Protocols protocols={attack.top_protocols} />
        <Ports ports={attack.top_ports} />
      </div>
    </div>
  );
}

function Summary({ address, attack }: { address: string | undefined; attack: Attack }) {
  const { ongoing, started_at, ended_at, detector, severity } = attack;
  const now = useNow(ongoing ? 1_000 : null);
  const end = ended_at === null ? now : Date.parse(ended_at);
  return (
    <Card
      title={attack.reason}
      side={<Tag tone={ongoing ? 'bad' : 'off'}>{ongoing ? protectionTexts.ongoing : protectionTexts.ended}</Tag>}
      padded
    >
      <div className={css.summary}>
        <p className="soft">{attack.description}</p>
        <Facts
          rows={[
            [texts.whichAddress, address && <span className="mono">{address}</span>],
            [texts.began, <Time key="began" at={started_at} format={formatMoment} />],
            [texts.end, ended_at && <Time key="ended" at={ended_at} format={formatMoment} />],
            [texts.duration, formatDuration(Math.max(0, end - Date.parse(started_at)))],
            [texts.severityTitle, protectionTexts.severities[severity]],
            [texts.detector, texts.detectors[detector]],
            [texts.atDetection, texts.ofRate(formatRate(attack.initial_bandwidth), formatPackets(attack.initial_pps))],
            [texts.atPeak, texts.ofRate(formatRate(attack.peak_bandwidth), formatPackets(attack.peak_pps))],
          ]}
        />
      </div>
    </Card>
  );
}

function Curve({ addressId, attack }: { addressId: number; attack: Attack }) {
  const { data: buckets, error } = useQuery(attackBandwidthQuery(addressId, attack.id, attack.ongoing));
  return (
    <Card title={texts.curve}>
      {error && <RefusalNote refusal={toRefusal(error)} fields="all" />}
      {buckets?.length === 0 && <p className={css.none}>{texts.noCurve}</p>}
      {buckets !== undefined && buckets.length > 0 && (
        <Suspense fallback={null}>
          <TrafficPlot buckets={buckets} />
        </Suspense>
      )}
    </Card>
  );
}
