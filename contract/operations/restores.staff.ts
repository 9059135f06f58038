import { isIP } from 'node:net';
import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';

export const restores = {
  releaseRestore: staffOperation({
    command: 'restore release',
    args: ['address'],
    hostOnly: 'It ends a restore, which is done at the host.',
    resource: 'restores',
    summary: 'assign an address again that a restore keeps back, once no machine has it any more',
    changes: true,
    inRecovery: true,
    input: z.strictObject({
      address: z
        .string()
        .refine((text) => isIP(text) !== 0 && !text.includes('%'), 'Must be an IP address.')
        .meta({ description: 'address that "restore finish" has kept back', value: 'ip' }),
    }),
    reply: z.strictObject({
      address: z.string(),
      /** True if the pool still excludes the address for another reason. */
      excluded: z.boolean(),
    }),
    failures: ['not_found', 'wrong_state'],
  }),
};
