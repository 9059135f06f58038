/** Kinds of rows that a body field may reference. The contract declares them, and `domain/resources/` looks them up. */

/** Rows with an owner, and rows of the operator that everyone may use. They are referenced by id. */
export type RowReference =
  | 'ssh_key'
  | 'iso'
  | 'snapshot'
  | 'backup'
  | 'image'
  | 'order'
  | 'server'
  | 'floating_ip'
  | 'support_plan'
  | 'member'
  | 'ticket'
  | 'invoice'
  | 'ip_address';

/** Parts of the operator's catalogue and configuration. They are referenced by id or key. */
export type CatalogueReference =
  | 'plan'
  | 'plan_on_sale'
  | 'addon'
  | 'support_plan_on_sale'
  | 'department'
  | 'country'
  | 'payment_method';

export type BodyReference = RowReference | CatalogueReference;

export interface NamedReference {
  kind: BodyReference;
  value: number | string;
  /** Field in dot form: `image_id`, `ssh_keys.0`. */
  field: string;
}
