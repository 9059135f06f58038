import { z } from 'zod';
import { operatorOperation } from './define.ts';
import { At, oneLine } from './fields.ts';

const kind = z
  .enum(['country', 'asn'])
  .meta({ description: 'country: which networks are in which country; asn: of which autonomous system', value: 'kind' });

const Geo = z.strictObject({
  kind: z.enum(['country', 'asn']),
  /** Null: none was set. */
  location: z.string().nullable(),
  licence: z.string(),
  attribution: z.string(),
  /** When an import was asked for that has not ended. */
  requested_at: At.nullable(),
  /** Of the last import, when it failed. */
  error: z.string().nullable(),
  /** What is in use; null: nothing was imported yet. */
  in_use: z
    .strictObject({
      version: z.string(),
      built_at: At,
      age_days: z.int(),
      imported_at: At,
      ranges: z.int(),
      location: z.string(),
      licence: z.string(),
      attribution: z.string(),
    })
    .nullable(),
});

export const geo = {
  showGeo: operatorOperation({
    resource: 'geo',
    summary: 'show the data of countries and autonomous systems: where it comes from, how old it is, its licence',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject({ data: z.array(Geo) }),
    failures: [],
  }),
  setGeo: operatorOperation({
    resource: 'geo',
    summary: 'name the file or URL that such data comes from, and import it; that of a URL is fetched again each week',
    changes: true,
    args: ['kind'],
    input: z.strictObject({
      kind,
      location: oneLine(2_000).meta({
        description: 'an http or https URL of CSV (also .gz) or .mmdb, or at the host such a file on the host of a worker',
        value: 'place',
      }),
      licence: oneLine(200).optional().meta({ description: 'of the data, as its publisher says: CC BY 4.0', value: 'text' }),
      attribution: oneLine(500).optional().meta({ description: 'whom its licence wants named', value: 'text' }),
    }),
    reply: Geo,
    failures: [],
  }),
  importGeo: operatorOperation({
    resource: 'geo',
    summary: 'import such data again; a worker does it, and what is in use stays in use until that is whole',
    changes: true,
    args: ['kind'],
    input: z.strictObject({
      kind,
      accept_shrunk: z.boolean().default(false).meta({ description: 'also when it has less than half as many ranges as before' }),
    }),
    reply: Geo,
    failures: ['not_found'],
  }),
};
