import type { Iso } from '@innkeeper/sdk/index';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Menu } from '../../parts/menu.tsx';
import { refusalOfHolders } from './holders.ts';
import { texts } from './texts.ts';

/** Shows the menu of an ISO of the account. An ISO in a drive cannot be deleted. */
export function IsoMenu({
  iso,
  anchor,
  onDelete,
  onClose,
}: {
  iso: Iso;
  anchor: HTMLElement;
  onDelete: () => void;
  onClose: () => void;
}) {
  const refusalOf = useRefusalOfAct();
  return (
    <Menu
      label={iso.name}
      anchor={anchor}
      onClose={onClose}
      groups={[
        [{ label: texts.copyUrl, icon: 'copy', onPress: () => void navigator.clipboard.writeText(iso.url ?? '') }],
        [
          {
            label: texts.delete,
            icon: 'trash-2',
            danger: true,
            refusal: refusalOfHolders(iso) ?? refusalOf('deleteIso'),
            onPress: onDelete,
          },
        ],
      ]}
    />
  );
}
