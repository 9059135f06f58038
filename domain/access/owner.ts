/** Whose a resource is, by kind: for the guards of operations whose own rules are not written yet. */
import type { ResourceKind } from '@innkeeper/contract/define';
