import type { Firewall, Server } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { firewallChoicesQuery, firewallsOfServerQuery, refetchFirewalls } from '../../data/network.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Card, Note } from '../../parts/box.tsx';
import { Button } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { Select } from '../../parts/select.tsx';
import { State, type Tone } from '../../parts/state.tsx';
import { Link, useRouter } from '../../router/router.tsx';
import { CallDetails, CopyCalls } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

type StatusOfServer = Firewall['servers'][number]['status'];
type Input = { id: number; server_ids: number[] };

const TONES: Record<StatusOfServer, Tone> = { applied: 'ok', applying: 'busy', removing: 'busy' };

/** Shows the card that applies firewalls to a server, and removes them. Both work while the server is locked. */
export function Firewalls({ server }: { server: Server }) {
  const { data: applied } = useSuspenseQuery(firewallsOfServerQuery(server.id));
  const { data: all } = useSuspenseQuery(firewallChoicesQuery);
  const { hasPage } = useRouter();
  const mayRemove = useRefusalOfAct()('removeFirewall');
  const [removed, setRemoved] = useState<Firewall>();
  const remove = useAct((input: Input, options) => client.removeFirewall(input, options));
  const undo = useAct((input: Input, options) => client.applyFirewall(input, options));
  const [first] = applied;
  const inputOf = ({ id }: Firewall): Input => ({ id, server_ids: [server.id] });
  const take = async (firewall: Firewall) => {
    undo.clear();
    setRemoved(undefined);
    if ((await remove.run(inputOf(firewall))) === undefined) return;
    setRemoved(firewall);
    await refetchFirewalls();
  };
  const takeBack = async () => {
    if (removed === undefined || (await undo.run(inputOf(removed))) === undefined) return;
    setRemoved(undefined);
    await refetchFirewalls();
  };
  return (
    <Card
      title={texts.firewalls}
      side={
        hasPage('/firewalls') && (
          <Link className="link" to="/firewalls">
            {texts.allFirewalls}
          </Link>
        )
      }
    >
      <ul className={css.rows} aria-label={texts.firewalls}>
        {applied.length === 0 && <li className={css.open}>{texts.noFirewalls}</li>}
        {applied.map((firewall) => (
          <li key={firewall.id}>
            <FirewallRow
              firewall={firewall}
              serverId={server.id}
              busy={remove.isRunning}
              refusal={mayRemove}
              onRemove={() => void take(firewall)}
            />
          </li>
        ))}
      </ul>
      <div className={css.act}>
        <RefusalNote refusal={remove.refusal ?? undo.refusal} fields="all" />
        {removed !== undefined && (
          <Note>
            <Name text={removed.name} /> {texts.removed}{' '}
            <Button kind="bare" busy={undo.isRunning} onPress={() => void takeBack()}>
              {texts.undo}
            </Button>
          </Note>
        )}
        <Apply server={server} firewalls={all} applied={applied} onApplied={() => setRemoved(undefined)} />
        <p className={css.hint}>{texts.firewallsWhat}</p>
        {first !== undefined && <CopyCalls calls={[{ operation: 'removeFirewall', input: inputOf(first) }]} />}
      </div>
    </Card>
  );
}

function FirewallRow({
  firewall: { id, name, rules, servers },
  serverId,
  busy,
  refusal,
  onRemove,
}: {
  firewall: Firewall;
  serverId: number;
  busy: boolean;
  refusal: string | undefined;
  onRemove: () => void;
}) {
  const { hasPage } = useRouter();
  const page = `/firewalls/${id}`;
  const status = servers.find((server) => server.id === serverId)?.status ?? 'applying';
  return (
    <div className={css.head}>
      <div>
        <b>
          {hasPage(page) ? (
            <Link className="link" to={page}>
              <Name text={name} />
            </Link>
          ) : (
            <Name text={name} />
          )}
        </b>
        <State tone={TONES[status]}>{texts.states[status]}</State>
        <small>{rules.length === 0 ? texts.noRules : texts.rules(rules.length)}</small>
      </div>
      {status !== 'removing' && (
        <Button kind="bare" label={texts.removeOf(name)} busy={busy} refusal={refusal} onPress={onRemove}>
          {texts.remove}
        </Button>
      )}
    </div>
  );
}

function Apply({
  server,
  firewalls,
  applied,
  onApplied,
}: {
  server: Server;
  firewalls: readonly Firewall[];
  applied: readonly Firewall[];
  onApplied: () => void;
}) {
  const { hasPage } = useRouter();
  const mayApply = useRefusalOfAct()('applyFirewall');
  const [chosen, setChosen] = useState<number | null>(null);
  const { run, isRunning, refusal, clear } = useAct((input: Input, options) => client.applyFirewall(input, options));
  const others = firewalls.filter(({ id }) => !applied.some((other) => other.id === id));
  const firewall = others.find(({ id }) => id === chosen);
  if (others.length === 0) {
    return (
      <p className={css.hint}>
        {firewalls.length === 0 ? texts.noFirewallsAtAll : texts.noOtherFirewalls}{' '}
        {hasPage('/firewalls') && (
          <Link className="link" to="/firewalls">
            {texts.newFirewall}
          </Link>
        )}
      </p>
    );
  }
  const input = firewall && { id: firewall.id, server_ids: [server.id] };
  const unavailable = mayApply ?? (firewall === undefined ? texts.chooseFirewallFirst : undefined);
  const apply = async () => {
    if (input === undefined || unavailable !== undefined || (await run(input)) === undefined) return;
    onApplied();
    setChosen(null);
    await refetchFirewalls();
  };
  return (
    <form
      className={css.choose}
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
    >
      <Select
        label={texts.firewall}
        empty={texts.chooseFirewall}
        value={firewall?.id ?? null}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => {
          setChosen(value);
          clear();
        }}
      />
      <Button type="submit" busy={isRunning} refusal={unavailable}>
        {texts.apply}
      </Button>
      <RefusalNote refusal={refusal} fields="all" />
      {input && <CallDetails call={{ operation: 'applyFirewall', input }} />}
    </form>
  );
}
