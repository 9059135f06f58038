import { type QueryFilters, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Name } from '../parts/name.tsx';
import { FormDialog } from './form-dialog.tsx';
import { texts } from './texts.ts';

/** Shows the dialog that deletes a resource of the account. `children` show the losses. */
export function DeleteDialog({
  title,
  name,
  operation,
  id,
  lists,
  refusal,
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
  return (
    <FormDialog
      title={
        <>
          {title} <Name text={name} />
        </>
      }
      operation={operation}
      input={{ id }}
      button={act}
      kind="danger"
      refusal={refusal}
      onClosed={async () => {
        onDeleted?.();
        await queryClient.invalidateQueries(lists);
      }}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}
