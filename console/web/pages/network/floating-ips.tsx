import type { FloatingIp, Server } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useFloatingIpRefusal } from '../../data/floating-ip-acts.ts';
import { texts as floatingIpsTexts } from '../../data/floating-ips-texts.ts';
import { activeFloatingIpsQuery, refetchFloatingIps } from '../../data/network.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { useSummary } from '../../data/servers.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { titleOfLock } from '../../parts/operations-texts.ts';
import { Select } from '../../parts/select.tsx';
import { Link } from '../../router/router.tsx';
import { CallDetails, CopyCalls } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { AddressHead } from './address-head.tsx';
import { texts as ipTexts } from './floating-ips-texts.ts';
import { NameForm } from './name-form.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

const MOVES: ReadonlySet<string> = new Set(['floating-ip-attach', 'floating-ip-detach']);

/** Shows the floating IPs of a server, and attaches and detaches them. Both servers show a move in progress. */
export function FloatingIpsOfServer({ server }: { server: Server }) {
  const summary = useSummary(server.id) ?? server;
  const refusalOf = useFloatingIpRefusal();
  const detach = useAct((input: { ids: number[] }, options) => client.detachFloatingIps(input, options));
  const own = server.ip_addresses.flatMap((address) =>
    address.floating_ip === null ? [] : [{ ...address, of: address.floating_ip }],
  );
  const take = async (id: number) => {
    if (await detach.run({ ids: [id] })) await refetchFloatingIps();
  };
  const lock = summary.lock_reason;
  const first = own[0];
  return (
    <Card
      title={texts.floatingIps}
      side={
        <Link className="link" to="/floating-ips">
          {texts.allFloatingIps}
        </Link>
      }
    >
      {lock !== null && MOVES.has(lock) && (
        <div className={css.note}>
          <Note tone="busy">{texts.moving(titleOfLock(lock))}</Note>
        </div>
      )}
      <ul className={css.rows} aria-label={texts.floatingIps}>
        {own.length === 0 && <li className="faint">{texts.noFloatingIps}</li>}
        {own.map(({ of, ...address }) => (
          <li key={address.id}>
            <AddressHead address={address}>
              <Button
                kind="bare"
                label={texts.detachOf(address.ip_address)}
                busy={detach.isRunning}
                refusal={refusalOf('detachFloatingIps', of)}
                onPress={() => void take(of.id)}
              >
                {texts.detach}
              </Button>
            </AddressHead>
            <NameForm address={address} unavailable={refusalOf('updateIpAddress', of)} />
          </li>
        ))}
      </ul>
      <div className={css.act}>
        <RefusalNote refusal={detach.refusal} fields="all" />
        <Attach server={server} />
        {first !== undefined && <CopyCalls calls={[{ operation: 'detachFloatingIps', input: { ids: [first.of.id] } }]} />}
      </div>
    </Card>
  );
}

/** Shows the form that attaches a floating IP of the account, which another server may still have. */
function Attach({ server }: { server: Server }) {
  const { data: all = [] } = useQuery(activeFloatingIpsQuery);
  const summary = useSummary(server.id) ?? server;
  const mayAttach = useRefusalOfAct()('attachFloatingIps');
  const refusalOf = useFloatingIpRefusal();
  const [chosen, setChosen] = useState<number | null>(null);
  const { run, isRunning, refusal, clear } = useAct((input: { ids: number[]; server_id: number }, options) =>
    client.attachFloatingIps(input, options),
  );
  const others = all.filter(({ server_id }) => server_id !== server.id);
  const floatingIp = others.find(({ id }) => id === chosen);
  if (others.length === 0) {
    return (
      <p className={css.hint}>
        {texts.noOthers}{' '}
        <Link className="link" to="/floating-ips">
          {texts.buy}
        </Link>
      </p>
    );
  }
  const input = floatingIp && { ids: [floatingIp.id], server_id: server.id };
  const unavailable =
    mayAttach ??
    refusalOfTarget(summary) ??
    (floatingIp === undefined ? texts.chooseFloatingIpFirst : refusalOf('attachFloatingIps', floatingIp));
  const attach = async () => {
    if (input === undefined || unavailable !== undefined || (await run(input)) === undefined) return;
    setChosen(null);
    await refetchFloatingIps();
  };
  return (
    <form
      className={css.choose}
      onSubmit={(event) => {
        event.preventDefault();
        void attach();
      }}
    >
      <Select
        label={texts.floatingIp}
        empty={texts.chooseFloatingIp}
        value={floatingIp?.id ?? null}
        options={others.map((option) => ({ value: option.id, label: describe(option) }))}
        onChange={(value) => {
          setChosen(value);
          clear();
        }}
      />
      <Button type="submit" busy={isRunning} refusal={unavailable}>
        {texts.attach}
      </Button>
      <RefusalNote refusal={refusal} fields="all" />
      {input && <CallDetails call={{ operation: 'attachFloatingIps', input }} />}
    </form>
  );
}

/** Returns the reason why a server currently cannot get a floating IP, or `undefined`. */
function refusalOfTarget({ status, lock_reason: lock }: Pick<Server, 'status' | 'lock_reason'>): string | undefined {
  if (status !== 'active') return ipTexts.notServing;
  return lock === null ? undefined : floatingIpsTexts.holdsServer(titleOfLock(lock));
}

function describe({ ip_address: { ip_address }, server_hostname }: FloatingIp): string {
  return server_hostname === null ? ip_address : texts.ofServer(ip_address, server_hostname);
}
