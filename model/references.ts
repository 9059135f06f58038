/** Kinds of rows that a field of a body may name. The contract declares them, and `domain/resources/` looks them up. */

/** Rows with an owner, and those of the operator that everyone may use. Named by id. */
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

/** Parts of the operator's catalogue and configuration. Named by id or key. */
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
  /** Place in dot form: `image_id`, `ssh_keys.0`. */
  field: string;
}
