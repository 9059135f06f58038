import type { Firewall } from '@innkeeper/sdk/index';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { firewallsQuery } from '../../data/firewalls.ts';
import { queryClient } from '../../data/query.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Button } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { summarizeRules } from '../../parts/rule-words.ts';
import { State, Tag } from '../../parts/state.tsx';
import { Link } from '../../router/router.tsx';
import { TEMPLATES } from '../../rules/firewall-rules.ts';
import { FirewallDialog } from '../../shared/firewall-dialogs.tsx';
import { type FirewallAct, FirewallMenu } from '../../shared/firewall-menu.tsx';
import { texts as firewallsTexts } from '../../shared/firewalls-texts.ts';
import { Cell, EmptyListing, Listing, ListingHead } from '../../shared/listing.tsx';
import { NewFirewallDialog } from './new-dialog.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

export const path = '/firewalls';
export const load = () => queryClient.prefetchQuery(firewallsQuery);

const EXAMPLE = { name: 'web', rules: TEMPLATES.ssh };

const MAX_SERVERS = 3;

const COLUMNS = [
  { kind: 'main', title: texts.columns.name },
  { kind: 'sub', title: texts.columns.rules },
  { kind: 'side', title: texts.columns.state },
  { kind: 'wide', title: texts.columns.servers },
  { kind: 'acts', title: texts.columns.acts },
] as const;

/** Lists the firewalls of the account with their rules in words. */
export function Page() {
  const { data: firewalls } = useSuspenseQuery(firewallsQuery);
  const refusalOf = useRefusalOfAct();
  const [isCreating, setCreating] = useState(false);
  const [menu, setMenu] = useState<{ id: number; anchor: HTMLElement }>();
  const [open, setOpen] = useState<{ act: FirewallAct; firewall: Firewall }>();
  const menuFirewall = firewalls.find(({ id }) => id === menu?.id);
  const create = (
    <Button icon="plus" kind="main" refusal={refusalOf('createFirewall')} onPress={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <>
      <ListingHead title={texts.title} count={firewalls.length === 0 ? undefined : firewalls.length}>
        {firewalls.length > 0 && create}
      </ListingHead>
      {firewalls.length === 0 ? (
        <EmptyListing sentence={texts.empty} call={{ operation: 'createFirewall', input: EXAMPLE }}>
          {create}
        </EmptyListing>
      ) : (
        <Listing label={texts.title} columns={COLUMNS} foot={texts.foot}>
          {firewalls.map((firewall) => (
            <FirewallRow
              key={firewall.id}
              firewall={firewall}
              isMenuOpen={menu?.id === firewall.id}
              onMenu={(anchor) => setMenu({ id: firewall.id, anchor })}
            />
          ))}
        </Listing>
      )}
      {menu && menuFirewall && (
        <FirewallMenu
          firewall={menuFirewall}
          anchor={menu.anchor}
          onAct={(act) => setOpen({ act, firewall: menuFirewall })}
          onClose={() => setMenu(undefined)}
        />
      )}
      {isCreating && <NewFirewallDialog onClose={() => setCreating(false)} />}
      {open && <FirewallDialog {...open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function FirewallRow({
  firewall: { id, name, status, rules, servers, default: isDefault },
  isMenuOpen,
  onMenu,
}: {
  firewall: Firewall;
  isMenuOpen: boolean;
  onMenu: (anchor: HTMLElement) => void;
}) {
  return (
    <tr>
      <Cell kind="main">
        <span className={css.name}>
          <Link to={`/firewalls/${id}`} className="link">
            <Name text={name} />
          </Link>
          {isDefault && <Tag>{texts.isDefault}</Tag>}
        </span>
      </Cell>
      <Cell kind="sub">
        {summarizeRules(rules).map((sentence) => (
          <span key={sentence} className={css.line}>
            {sentence}
          </span>
        ))}
      </Cell>
      <Cell kind="side">
        {servers.length === 0 ? (
          texts.noServer
        ) : (
          <span className={css.state}>
            <State tone={status === 'active' ? 'ok' : 'busy'}>{firewallsTexts.states[status]}</State>
            <span className="only-phone">{texts.servers(servers.length)}</span>
          </span>
        )}
      </Cell>
      <Cell kind="wide">
        <span className={css.servers}>
          {servers.slice(0, MAX_SERVERS).map((server) => (
            <Link key={server.id} to={`/servers/${server.id}`} className="link">
              <Name text={server.hostname} />
            </Link>
          ))}
          {servers.length > MAX_SERVERS && texts.moreServers(servers.length - MAX_SERVERS)}
        </span>
      </Cell>
      <Cell kind="acts">
        <Button icon="ellipsis" kind="bare" label={firewallsTexts.acts(name)} expanded={isMenuOpen} onPress={onMenu} />
      </Cell>
    </tr>
  );
}
