import type { Iso } from '@innkeeper/sdk/index';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Menu } from '../../parts/menu.tsx';
import { texts } from '../../texts/en/isos.ts';

/** The refusal names no more servers than this. */
const MAX_NAMES = 3;

/** Shows the acts of an own ISO. One that is in a drive cannot be deleted. */
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
  const names = iso.servers.slice(0, MAX_NAMES).map(({ hostname }) => hostname);
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
            refusal: names.length > 0 ? texts.inDrive(names.join(', ')) : refusalOf('deleteIso'),
            onPress: onDelete,
          },
        ],
      ]}
    />
  );
}
