import type { Attack } from '@innkeeper/sdk/index';
import type { ReactNode } from 'react';
import { formatCountry } from '../../parts/format.ts';
import { formatBytes } from '../../parts/format-bytes.ts';
import { formatCount, formatPackets, formatRate } from '../../parts/format-rate.ts';
import { Cell, type Column, Listing } from '../../shared/listing.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Part of an attack with one source or target. */
type Share = Pick<Attack['top_protocols'][number], 'peak_bandwidth' | 'peak_pps' | 'total_bandwidth' | 'total_pps'>;

interface ShareRow {
  key: string;
  name: ReactNode;
  country?: string | null;
  share: Share;
}

const COLUMNS: readonly Column[] = [
  { kind: 'main', title: texts.columns.name },
  { kind: 'sub', title: texts.columns.peak },
  { kind: 'side', title: texts.columns.total },
];
const COLUMNS_WITH_COUNTRY: readonly Column[] = [
  ...COLUMNS.slice(0, 2),
  { kind: 'wide', title: texts.columns.country },
  { kind: 'wide', title: texts.columns.packets },
  ...COLUMNS.slice(2),
];

const describePeak = ({ peak_bandwidth, peak_pps }: Share): string =>
  texts.ofRate(formatRate(peak_bandwidth), formatPackets(peak_pps));

/** Lists parts of an attack, largest first. On phones the country is next to the name. */
function Shares({
  title,
  empty,
  rows,
  hasCountry = false,
}: {
  title: string;
  empty: string;
  rows: readonly ShareRow[];
  hasCountry?: boolean;
}) {
  return (
    <section className={css.shares}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="soft">{empty}</p>
      ) : (
        <Listing label={title} columns={hasCountry ? COLUMNS_WITH_COUNTRY : COLUMNS}>
          {rows.map(({ key, name, country, share }) => (
            <tr key={key}>
              <Cell kind="main">
                {name}
                {hasCountry && country && <small className="only-phone">{country}</small>}
              </Cell>
              <Cell kind="sub">{describePeak(share)}</Cell>
              {hasCountry && (
                <>
                  <Cell kind="wide">
                    {country ? formatCountry(country) : <span className="faint">{texts.unknownCountry}</span>}
                  </Cell>
                  <Cell kind="wide">{formatCount(share.total_pps)}</Cell>
                </>
              )}
              <Cell kind="side">{formatBytes(Math.round(share.total_bandwidth * 1e6))}</Cell>
            </tr>
          ))}
        </Listing>
      )}
    </section>
  );
}

export function Sources({ sources }: { sources: Attack['top_source_ips'] }) {
  const rows = sources.map(({ ip, country, ...share }) => ({
    key: ip,
    name: <span className="mono">{ip}</span>,
    country,
    share,
  }));
  return <Shares title={texts.sources} empty={texts.noSources} rows={rows} hasCountry />;
}

export function Networks({ networks }: { networks: Attack['top_source_asns'] }) {
  const rows = networks.map(({ asn, name, country, ...share }) => ({
    key: String(asn),
    name: texts.asn(asn, name),
    country,
    share,
  }));
  return <Shares title={texts.networksTitle} empty={texts.noNetworks} rows={rows} hasCountry />;
}

export function Protocols({ protocols }: { protocols: Attack['top_protocols'] }) {
  const rows = protocols.map(({ name, number, ...share }) => ({ key: String(number), name, share }));
  return <Shares title={texts.protocols} empty={texts.noProtocols} rows={rows} />;
}

export function Ports({ ports: { tcp, udp } }: { ports: Attack['top_ports'] }) {
  const rowsOf = (protocol: string, shares: Readonly<Record<string, Share>>) =>
    Object.entries(shares).map(([port, share]) => ({ key: `${protocol} ${port}`, name: texts.port(protocol, port), share }));
  const rows = [...rowsOf('TCP', tcp), ...rowsOf('UDP', udp)].sort((a, b) => b.share.total_bandwidth - a.share.total_bandwidth);
  return <Shares title={texts.ports} empty={texts.noPorts} rows={rows} />;
}
