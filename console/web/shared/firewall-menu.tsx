import type { Firewall } from '@innkeeper/sdk/index';
import { useRefusalOfAct } from '../data/refusal-of-act.ts';
import { Menu } from '../parts/menu.tsx';
import { texts } from './firewalls-texts.ts';
import { texts as partTexts } from './texts.ts';

export type FirewallAct = 'rename' | 'delete' | 'calls';

const MAX_NAMES = 3;

/** Returns why a firewall cannot be deleted: a sentence that names its servers. Returns `undefined` if the firewall has no servers. */
export function refusalOfServers({ servers }: Pick<Firewall, 'servers'>): string | undefined {
  if (servers.length === 0) return undefined;
  const names = servers.slice(0, MAX_NAMES).map(({ hostname }) => hostname);
  return texts.applied(partTexts.names(names, servers.length));
}

/** Shows the menu of a firewall. A firewall with servers cannot be deleted. */
export function FirewallMenu({
  firewall,
  anchor,
  onAct,
  onClose,
}: {
  firewall: Firewall;
  anchor: HTMLElement;
  onAct: (act: FirewallAct) => void;
  onClose: () => void;
}) {
  const refusalOf = useRefusalOfAct();
  return (
    <Menu
      label={firewall.name}
      anchor={anchor}
      onClose={onClose}
      groups={[
        [
          { label: texts.rename, icon: 'pencil', refusal: refusalOf('updateFirewall'), onPress: () => onAct('rename') },
          {
            label: texts.delete,
            icon: 'trash-2',
            danger: true,
            refusal: refusalOf('deleteFirewall') ?? refusalOfServers(firewall),
            onPress: () => onAct('delete'),
          },
        ],
        [{ label: partTexts.copyCall, icon: 'terminal', onPress: () => onAct('calls') }],
      ]}
    />
  );
}
