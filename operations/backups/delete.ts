import { deleteByCustomer } from '@innkeeper/domain/copies/delete-by-customer';

/** Deletes a backup permanently. Throws `locked` while it is being created or used. */
export const deleteBackup = deleteByCustomer('backup', 'deleteBackup');
