import { deleteByCustomer } from '@innkeeper/domain/copies/delete-by-customer';

/** Deletes a backup for good. Throws `locked` while it is being created or used. */
export const deleteBackup = deleteByCustomer('backup', 'deleteBackup');
