import type { Iso } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { isosQuery } from '../../data/isos.ts';
import { formatBytes } from '../../parts/format-bytes.ts';
import { Losses } from '../../parts/losses.tsx';
import { DeleteDialog } from '../../shared/delete-dialog.tsx';
import { refusalOfHolders } from './holders.ts';
import { texts } from './texts.ts';

/** Shows the dialog that deletes an ISO of the account. */
export function DeleteIsoDialog({ iso, onClose }: { iso: Iso; onClose: () => void }) {
  // A server may have inserted the ISO since the list was read.
  const { data: current = iso } = useQuery({
    queryKey: ['isos', iso.id],
    queryFn: ({ signal }) => client.getIso({ id: iso.id }, { signal }),
    staleTime: 0,
  });
  return (
    <DeleteDialog
      title={texts.deleteTitle}
      name={iso.name}
      operation="deleteIso"
      id={iso.id}
      // The entry of the deleted ISO must not be refetched.
      lists={{ queryKey: isosQuery.queryKey, exact: true }}
      refusal={refusalOfHolders(current)}
      onClose={onClose}
    >
      <Losses rows={[['disc', describeLoss(current)]]} />
    </DeleteDialog>
  );
}

function describeLoss({ status, size }: Iso): string {
  if (status === 'failed') return texts.deleteFailed;
  return status === 'downloading' || size === null ? texts.deleteDownload : texts.deleteLoss(formatBytes(size));
}
