import { type QueryFilters, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAct } from '../data/act.ts';
import { client } from '../data/client.ts';
import { texts } from '../texts/en/parts.ts';
import { CallDetails } from './call.tsx';
import { ActFeet, Dialog } from './dialog.tsx';
import { Name } from './name.tsx';
import { RefusalNote } from './refusal-note.tsx';

/** Deletes a resource of the account. `children` say what is lost. */
export function DeleteDialog({
  title,
  name,
  operation,
  id,
  lists,
  refusal: held,
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
  /** Lists that are read again. */
  lists: QueryFilters;
  /** Sentence that says why the resource cannot be deleted now. */
  refusal?: string | undefined;
  /** Word of the button. Default: Delete. */
  act?: string;
  onClose: () => void;
  /** Called before the lists are read again, such as to leave the page of the resource. */
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
      feet={
        <ActFeet onCancel={onClose} kind="danger" busy={isRunning} refusal={held}>
          {act}
        </ActFeet>
      }
    >
      {children}
      <RefusalNote refusal={refusal} />
      <CallDetails call={{ operation, input: { id } }} />
    </Dialog>
  );
}
