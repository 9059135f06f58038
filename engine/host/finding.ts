/** The result of one check of a host. */
export interface HostFinding {
  name: string;
  /** Result. `warn` means that it works with restrictions. */
  ok: boolean | 'warn';
  /** Description of the state. */
  why: string;
  /** Remedy, or `null` if none is needed. */
  remedy: string | null;
}
