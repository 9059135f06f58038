import type { DiskCopy } from '../../data/copies.ts';
import { useRefusalOfAct } from '../../data/refusal-of-act.ts';
import { Menu } from '../../parts/menu.tsx';
import { useRouter } from '../../router/router.tsx';
import { texts as copiesTexts } from '../../shared/copies-texts.ts';
import { useHasServer } from './row.tsx';
import { texts } from './texts.ts';

/** Shows the menu of a copy. A restore is started on the page of its server, which shows the losses. */
export function CopyMenu({
  copy,
  anchor,
  onDelete,
  onClose,
}: {
  copy: DiskCopy;
  anchor: HTMLElement;
  onDelete: () => void;
  onClose: () => void;
}) {
  const { navigate } = useRouter();
  const refusalOf = useRefusalOfAct();
  const hasServer = useHasServer(copy);
  return (
    <Menu
      label={copy.name}
      anchor={anchor}
      onClose={onClose}
      groups={[
        [
          {
            label: texts.restoreOn,
            icon: 'rotate-cw',
            refusal: hasServer ? undefined : texts.ended,
            onPress: () => navigate(`/servers/${copy.server_id}/copies`),
          },
          { label: copiesTexts.deploy, icon: 'plus', onPress: () => navigate(`/deploy?source=${copy.kind}&from=${copy.id}`) },
        ],
        [
          {
            label: copiesTexts.delete,
            icon: 'trash-2',
            danger: true,
            refusal: refusalOf(copy.kind === 'snapshot' ? 'deleteSnapshot' : 'deleteBackup'),
            onPress: onDelete,
          },
        ],
      ]}
    />
  );
}
