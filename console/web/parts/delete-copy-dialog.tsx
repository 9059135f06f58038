import { useQuery } from '@tanstack/react-query';
import { useAct } from '../data/act.ts';
import { client } from '../data/client.ts';
import { COPIES_KEY, copiesOfServerQuery, type DiskCopy, keyOfCopy } from '../data/copies.ts';
import { queryClient } from '../data/query.ts';
import { texts } from '../texts/en/copies.ts';
import { formatAge } from './age.ts';
import { CallDetails } from './call.tsx';
import { ActFeet, Dialog, Losses } from './dialog.tsx';
import { Name } from './name.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { useNow } from './time.tsx';

/** Deletes a copy, and says which copies of its server remain. */
export function DeleteCopyDialog({ copy, onClose }: { copy: DiskCopy; onClose: () => void }) {
  const now = useNow(60_000);
  const { data: copies } = useQuery(copiesOfServerQuery(copy.server_id));
  const others = copies?.filter((other) => keyOfCopy(other) !== keyOfCopy(copy));
  const newest = others?.[0];
  const operation = copy.kind === 'snapshot' ? 'deleteSnapshot' : 'deleteBackup';
  const { run, isRunning, refusal } = useAct(async (id: number, options) => {
    await client[operation]({ id }, options);
    return true;
  });
  const remove = async () => {
    if ((await run(copy.id)) === undefined) return;
    await queryClient.invalidateQueries({ queryKey: [COPIES_KEY] });
    onClose();
  };
  return (
    <Dialog
      title={
        <>
          {texts.deleteTitle} <Name text={copy.name} />
        </>
      }
      onClose={onClose}
      onSubmit={() => void remove()}
      feet={
        <ActFeet onCancel={onClose} kind="danger" busy={isRunning}>
          {texts.delete}
        </ActFeet>
      }
    >
      <Losses rows={[['archive', texts.deleteLoss(copy.kind, copy.size, formatAge(copy.created_at, now))]]} />
      {others !== undefined && (
        <p>
          <Name text={copy.server_hostname} />:{' '}
          {newest === undefined ? texts.deleteLast : texts.deleteOthers(others.length, formatAge(newest.created_at, now))}
        </p>
      )}
      <RefusalNote refusal={refusal} />
      <CallDetails call={{ operation, input: { id: copy.id } }} />
    </Dialog>
  );
}
