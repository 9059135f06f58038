import type { Iso } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { isosQuery } from '../../data/isos.ts';
import { queryClient } from '../../data/query.ts';
import { CallDetails } from '../../parts/call.tsx';
import { ActFeet, Dialog, Losses } from '../../parts/dialog.tsx';
import { formatBytes } from '../../parts/format-bytes.ts';
import { Name } from '../../parts/name.tsx';
import { RefusalNote } from '../../parts/refusal-note.tsx';
import { texts } from '../../texts/en/isos.ts';

/** Deletes an own ISO. */
export function DeleteIsoDialog({ iso, onClose }: { iso: Iso; onClose: () => void }) {
  // A server may have taken it since the list was read.
  const { data: current = iso } = useQuery({
    queryKey: ['isos', iso.id],
    queryFn: ({ signal }) => client.getIso({ id: iso.id }, { signal }),
    staleTime: 0,
  });
  const names = current.servers.map(({ hostname }) => hostname).join(', ');
  const { run, isRunning, refusal } = useAct(async (id: number, options) => {
    await client.deleteIso({ id }, options);
    return true;
  });
  const remove = async () => {
    if ((await run(iso.id)) === undefined) return;
    onClose();
    await queryClient.invalidateQueries({ queryKey: isosQuery.queryKey, exact: true });
  };
  return (
    <Dialog
      title={
        <>
          {texts.deleteTitle} <Name text={iso.name} />
        </>
      }
      onClose={onClose}
      onSubmit={() => void remove()}
      feet={
        <ActFeet onCancel={onClose} kind="danger" busy={isRunning} refusal={names === '' ? undefined : texts.inDrive(names)}>
          {texts.delete}
        </ActFeet>
      }
    >
      <Losses rows={[['disc', describeLoss(current)]]} />
      <RefusalNote refusal={refusal} />
      <CallDetails call={{ operation: 'deleteIso', input: { id: iso.id } }} />
    </Dialog>
  );
}

function describeLoss({ status, size }: Iso): string {
  if (status === 'failed') return texts.deleteFailed;
  return status === 'downloading' || size === null ? texts.deleteDownload : texts.deleteLoss(formatBytes(size));
}
