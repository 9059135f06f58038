/** Operations whose page in the console needs field limits. Each gets a file that only its page loads. */
import type { OperationName } from '@innkeeper/contract/operations';

export const FORMS: readonly OperationName[] = ['deployServer'];
