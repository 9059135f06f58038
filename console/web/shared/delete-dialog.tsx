import { type QueryFilters, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAct } from '../data/act.ts';
import { client } from '../data/client.ts';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Name } from '../parts/name.tsx';
import { CallDetails } from './call.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { texts } from './texts.ts';

/** Shows the dialog that deletes a resource of the account. `children` show the losses. */
export function DeleteDialog({
  title,
  name,
  operation,
  id,
  lists,
  refusal: unavailable,
  act = texts.delete,
  onClose,
  onDeleted,
  children,
}: {
  title: string;
  name: string;
  operation:
    | 'deleteBackup'
    | 'deleteFirewall'
    | 'deleteIso'
    | 'deleteSnapshot'
    | 'deleteSshKey'
    | 'deleteToken'
    | 'deleteWebhook';
  id: number;
  /** Lists to refetch. */
  lists: QueryFilters;
  /** Reason why the resource currently cannot be deleted. */
  refusal?: string | undefined;
  /** Label of the button, by default Delete. */
  act?: string;
  onClose: () => void;
  /** Called before the lists are refetched, for example to leave the page of the resource. */
  onDeleted?: () => void;
  children: ReactNode;
}) {
  const queryClient = useQueryClient();
  const { run, isRunning, refusal } = useAct(async (input: { id: number }, options) => {
    await client[operation](input, options);
    return true;
  });
  const remove = async () => {
    if ((await run({ id })) === undefined) return;
    onClose();
    onDeleted?.();
    await queryClient.invalidateQueries(lists);
  };
  return (
    <Dialog
      title={
        <>
          {title} <Name text={name} />
        </>
      }
      onClose={onClose}
      onSubmit={() => void remove()}
      actions={
        <DialogActions onCancel={onClose} kind="danger" busy={isRunning} refusal={unavailable}>
          {act}
        </DialogActions>
      }
    >
      {children}
      <RefusalNote refusal={refusal} />
      <CallDetails call={{ operation, input: { id } }} />
    </Dialog>
  );
}
