import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';

const file = z.string().meta({ description: 'path of the catalogue file', value: 'file' });
const Changes = z.strictObject({ changes: z.array(z.string()) });
const Applied = z.strictObject({
  changes: z.array(z.string()),
  warnings: z.array(z.string()).meta({ description: 'Payment methods that are not offered, each with the reason.' }),
});

/** The whole catalogue in one file (`contract/catalogue/`). */
export const catalogue = {
  diffCatalogue: staffOperation({
    command: 'catalogue diff',
    args: ['file'],
    hostOnly: 'It reads a file of the host.',
    resource: 'catalogue',
    summary: 'list the changes that a catalogue file would make',
    changes: false,
    input: z.strictObject({ file }),
    reply: Changes,
    failures: [],
  }),
  applyCatalogue: staffOperation({
    command: 'catalogue apply',
    args: ['file'],
    hostOnly: 'It reads a file of the host.',
    resource: 'catalogue',
    summary: 'replace the catalogue with a file; existing orders keep their terms',
    changes: true,
    input: z.strictObject({ file }),
    reply: Applied,
    failures: [],
  }),
  exportCatalogue: staffOperation({
    command: 'catalogue export',
    hostOnly: 'Its file is for `catalogue diff` and `catalogue apply`.',
    resource: 'catalogue',
    summary: 'print the catalogue as a file: plans, addons, promo codes, VAT rates, seller, payment methods',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject({ text: z.string() }),
    failures: [],
  }),
};
