import type { IpAddress, Protection as ProtectionState } from '@innkeeper/sdk/index';
import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { usePages } from '../../data/pages.ts';
import { attacksQuery, geoFilterQuery, networkListQuery, protectionQuery } from '../../data/protection.ts';
import { toRefusal } from '../../data/refusals.ts';
import { prefetchServer, serverQuery, useSummary } from '../../data/servers.ts';
import { Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { formatTime } from '../../parts/format.ts';
import { Select } from '../../parts/select.tsx';
import { type Params, writeSearch } from '../../router/match.ts';
import { Link, useIdOfPath, useRouter, useSearch } from '../../router/router.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { ProtectionOffer } from '../../shared/protection-offer.tsx';
import { texts as protectionTexts } from '../../shared/protection-texts.ts';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { ServerFrame } from '../../shared/server/frame.tsx';
import { AttacksCard, BlockedCard } from './attacks-card.tsx';
import type { Lists } from './changes.ts';
import { GeoCard } from './geo-card.tsx';
import { ListCard } from './list-card.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';
import { TrafficCard, toPeriod } from './traffic-card.tsx';
import { useRefusalOfChange } from './use-pending-change.ts';

export const path = '/servers/:id/protection';
export const load = ({ id }: Params) => prefetchServer(id);

/** Maximum number of addresses whose state is read to find the attacked ones. The API has no read of several. */
const MAX_ADDRESSES = 20;

/** Shows attacks on the addresses of a server, and their passed traffic. */
export function Page() {
  const id = useIdOfPath();
  const { navigate } = useRouter();
  const search = useSearch();
  const { data: server } = useSuspenseQuery(serverQuery(id));
  const addresses = server.ip_addresses;
  // Without an attack on the server, only the shown address is read.
  const suspects = useSummary(id)?.under_attack === false ? [] : addresses.slice(0, MAX_ADDRESSES);
  const states = useQueries({ queries: suspects.map((one) => protectionQuery(one.id)) });
  const isAttacked = (address: IpAddress) => states.some(({ data }) => data?.ip_address.id === address.id && data.under_attack);
  const period = toPeriod(search.period);
  const first = useFirstAddress(addresses, states);
  const address = addresses.find((one) => String(one.id) === search.address) ?? first;
  const go = (fields: Record<string, string | undefined>) =>
    navigate(`/servers/${id}/protection${writeSearch({ ...search, ...fields })}`, { replace: true });
  return (
    <ServerFrame>
      {address && (
        <>
          <div className={css.top}>
            {addresses.length > 1 && (
              <div className={css.choice}>
                <Select
                  label={texts.address}
                  value={address.id}
                  options={addresses.map((one) => ({
                    value: one.id,
                    label: isAttacked(one) ? texts.addressAttacked(nameOf(one)) : nameOf(one),
                  }))}
                  onChange={(chosen) => go({ address: chosen === null ? undefined : String(chosen) })}
                />
              </div>
            )}
            {addresses.filter(isAttacked).map(
              (one) =>
                one.id !== address.id && (
                  <Note key={one.id} tone="bad" icon="shield-alert" alert>
                    <span className={css.banner}>
                      {texts.underAttack(nameOf(one))}
                      <Link className="link" to={`/servers/${id}/protection${writeSearch({ address: String(one.id) })}`}>
                        {texts.showAddress}
                      </Link>
                    </span>
                  </Note>
                ),
            )}
            <StateOfAddress address={address} />
            <AllowMe key={address.id} address={address} />
          </div>
          <div className={css.page} key={address.id}>
            <div className={css.main}>
              <TrafficCard
                addressId={address.id}
                period={period}
                onPeriod={(chosen) => go({ period: chosen === 'day' ? undefined : chosen })}
              />
              <AttacksCard addressId={address.id} />
              <BlockedCard addressId={address.id} />
            </div>
            <div className={css.side}>
              <ListCards address={address} />
            </div>
          </div>
        </>
      )}
    </ServerFrame>
  );
}

type StateOf = Pick<ReturnType<typeof useQuery<ProtectionState>>, 'data' | 'error'>;

/**
 * Returns the initially selected address: an attacked one, otherwise the main one. It stays when an attack starts or ends, because the
 * person may be typing. Returns `undefined` until the states are read.
 */
function useFirstAddress(addresses: readonly IpAddress[], states: readonly StateOf[]): IpAddress | undefined {
  const [id, setId] = useState<number>();
  const isRead = states.every(({ data, error }) => data !== undefined || error !== null);
  const attacked = states.find(({ data }) => data?.under_attack)?.data?.ip_address.id;
  const main = addresses.find((one) => one.main) ?? addresses[0];
  const first = attacked ?? main?.id;
  useEffect(() => {
    if (isRead) setId((known) => known ?? first);
  }, [isRead, first]);
  return id === undefined ? undefined : (addresses.find((one) => one.id === id) ?? main);
}

/** Returns the text of an address. An IPv6 address of a server is a network. */
const nameOf = ({ ip_address, prefix, version }: IpAddress): string => (version === 6 ? `${ip_address}/${prefix}` : ip_address);

/** Shows whether an address is under attack, with a link to the attack. */
function StateOfAddress({ address }: { address: IpAddress }) {
  const id = useIdOfPath();
  const { data: protection, error } = useQuery(protectionQuery(address.id));
  const { items } = usePages(attacksQuery(address.id));
  const attack = items.find(({ ongoing }) => ongoing);
  if (error) return <RefusalNote refusal={toRefusal(error)} fields="all" />;
  if (protection === undefined) return null;
  if (!protection.under_attack) {
    return (
      <Note tone="ok" icon="shield-check" detail={address.ddos_protected ? texts.filtered : texts.notFiltered}>
        {texts.calm(nameOf(address))}
      </Note>
    );
  }
  return (
    <Note tone="bad" icon="shield-alert" alert detail={address.ddos_protected ? texts.filtered : <Unfiltered />}>
      <span className={css.banner}>
        <span>{texts.underAttack(nameOf(address))}</span>
        {attack && (
          <Link
            className="link"
            to={`/servers/${id}/protection/attacks/${attack.id}${writeSearch({ address: String(address.id) })}`}
          >
            {texts.openAttack}
          </Link>
        )}
      </span>
    </Note>
  );
}

function Unfiltered() {
  return (
    <>
      {protectionTexts.nothingFilters} <ProtectionOffer />
    </>
  );
}

/** Shows the button that temporarily allows the address of this browser. */
function AllowMe({ address }: { address: IpAddress }) {
  const refusalOf = useRefusalOfChange(address);
  const { run, isRunning, refusal } = useAct((input: { id: number }, options) => client.allowMe(input, options));
  const [allowed, setAllowed] = useState<{ source: string; ends_at: string }>();
  const allow = async () => {
    const granted = await run({ id: address.id });
    if (granted !== undefined) setAllowed(granted);
  };
  return (
    <>
      <div className={css.allow}>
        <Button icon="shield-check" refusal={refusalOf('allowMe')} busy={isRunning} onPress={() => void allow()}>
          {texts.allowMe}
        </Button>
        <span className="soft" role="status">
          {allowed ? texts.allowed(allowed.source, formatTime(allowed.ends_at)) : texts.allowMeWhat}
        </span>
      </div>
      <RefusalNote refusal={refusal} fields="all" />
      <CallDetails call={{ operation: 'allowMe', input: { id: address.id } }} />
    </>
  );
}

/** Shows the lists and the geo filter of an address. */
function ListCards({ address }: { address: IpAddress }) {
  const { data: blacklist, error } = useQuery(networkListQuery(address.id, 'blacklist'));
  const { data: whitelist } = useQuery(networkListQuery(address.id, 'whitelist'));
  const { data: geo } = useQuery(geoFilterQuery(address.id));
  if (error) return <RefusalNote refusal={toRefusal(error)} fields="all" />;
  if (blacklist === undefined || whitelist === undefined || geo === undefined) return null;
  const lists: Lists = {
    blacklist: blacklist.active ? blacklist.networks : [],
    whitelist: whitelist.active ? whitelist.networks : [],
  };
  return (
    <>
      <ListCard address={address} kind="blacklist" list={blacklist} lists={lists} />
      <ListCard address={address} kind="whitelist" list={whitelist} lists={lists} />
      <GeoCard address={address} filter={geo} lists={lists} />
    </>
  );
}
