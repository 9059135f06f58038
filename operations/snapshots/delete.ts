import { deleteByCustomer } from '@innkeeper/domain/copies/delete-by-customer';

/** Deletes a snapshot permanently. Throws `locked` while it is being created or used. */
export const deleteSnapshot = deleteByCustomer('snapshot', 'deleteSnapshot');
