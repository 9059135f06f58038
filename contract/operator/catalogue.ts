import { z } from 'zod';
import { operatorOperation } from './define.ts';

const file = z.string().meta({ description: 'the catalogue.yaml', value: 'file' });
const Changes = z.strictObject({ changes: z.array(z.string()) });
const Applied = z.strictObject({
  changes: z.array(z.string()),
  warnings: z.array(z.string()).meta({ description: 'payment methods that are not offered, each with the reason' }),
});

/** All that is sold, in one file (contract/catalogue/). */
export const catalogue = {
  diffCatalogue: operatorOperation({
    resource: 'catalogue',
    summary: 'say what a catalogue file would change, in words',
    changes: false,
    args: ['file'],
    input: z.strictObject({ file }),
    reply: Changes,
    failures: [],
  }),
  applyCatalogue: operatorOperation({
    resource: 'catalogue',
    summary: 'make the catalogue what a file says; what was ordered before stays as it is',
    changes: true,
    args: ['file'],
    input: z.strictObject({ file }),
    reply: Applied,
    failures: [],
  }),
  exportCatalogue: operatorOperation({
    resource: 'catalogue',
    summary: 'print the catalogue as a file: plans, addons, promo codes, VAT rates, seller, payment methods',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject({ text: z.string() }),
    failures: [],
  }),
};
