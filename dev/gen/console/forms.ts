/** Operations of which a page of the console needs the limits of the fields. Each gets a file, which its page alone loads. */
import type { OperationName } from '@innkeeper/contract/operations';

export const FORMS: readonly OperationName[] = ['deployServer'];
