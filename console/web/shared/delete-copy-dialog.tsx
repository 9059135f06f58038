import { useQuery } from '@tanstack/react-query';
import { COPIES_KEY, copiesOfServerQuery, type DiskCopy, keyOfCopy } from '../data/copies.ts';
import { formatAge } from '../parts/age.ts';
import { Losses } from '../parts/losses.tsx';
import { Name } from '../parts/name.tsx';
import { useNow } from '../parts/time.tsx';
import { texts } from './copies-texts.ts';
import { DeleteDialog } from './delete-dialog.tsx';

/** Shows the dialog that deletes a copy, and the remaining copies of its server. */
export function DeleteCopyDialog({ copy, onClose }: { copy: DiskCopy; onClose: () => void }) {
  const now = useNow(60_000);
  const { data: copies } = useQuery(copiesOfServerQuery(copy.server_id));
  const others = copies?.filter((other) => keyOfCopy(other) !== keyOfCopy(copy));
  const newest = others?.[0];
  return (
    <DeleteDialog
      title={texts.deleteTitle}
      name={copy.name}
      operation={copy.kind === 'snapshot' ? 'deleteSnapshot' : 'deleteBackup'}
      id={copy.id}
      lists={{ queryKey: [COPIES_KEY] }}
      onClose={onClose}
    >
      <Losses rows={[['archive', texts.deleteLoss(copy.kind, copy.size, formatAge(copy.created_at, now))]]} />
      {others !== undefined && (
        <p>
          <Name text={copy.server_hostname} />:{' '}
          {newest === undefined ? texts.deleteLast : texts.deleteOthers(others.length, formatAge(newest.created_at, now))}
        </p>
      )}
    </DeleteDialog>
  );
}
