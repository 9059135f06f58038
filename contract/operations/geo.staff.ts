import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At, oneLine } from '../operator/fields.ts';

const kind = z
  .enum(['country', 'asn'])
  .meta({ description: 'country: networks by country; asn: networks by autonomous system', value: 'kind' });

const Geo = z.strictObject({
  kind: z.enum(['country', 'asn']),
  /** Source of the data, or `null` if none is set. */
  location: z.string().nullable(),
  licence: z.string(),
  attribution: z.string(),
  /** Time at which the running import was requested, or `null`. */
  requested_at: At.nullable(),
  /** Error of the last import, or `null` if it succeeded. */
  error: z.string().nullable(),
  /** Data in use, or `null` before the first import. */
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
  showGeo: staffOperation({
    method: 'GET',
    path: '/operator/geo',
    command: 'geo show',
    roles: ['technical'],
    resource: 'geo',
    summary: 'show the country and autonomous system data: source, age and licence',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject({ data: z.array(Geo) }),
    failures: [],
  }),
  setGeo: staffOperation({
    method: 'PATCH',
    path: '/operator/geo/{kind}',
    command: 'geo set',
    args: ['kind'],
    roles: ['technical'],
    resource: 'geo',
    summary: 'set the file or URL of such data and import it; a URL is fetched again every week',
    changes: true,
    input: z.strictObject({
      kind,
      location: oneLine(2_000).meta({
        description:
          'http or https URL of a CSV (also .gz) or .mmdb file; on the command line also a path on the host of a worker',
        value: 'place',
      }),
      licence: oneLine(200).optional().meta({ description: 'licence of the data, such as CC BY 4.0', value: 'text' }),
      attribution: oneLine(500).optional().meta({ description: 'attribution that the licence requires', value: 'text' }),
    }),
    reply: Geo,
    failures: [],
  }),
  importGeo: staffOperation({
    method: 'POST',
    path: '/operator/geo/{kind}/import',
    command: 'geo import',
    args: ['kind'],
    roles: ['technical'],
    resource: 'geo',
    summary: 'import such data again; the current data stays in use until the import is complete',
    changes: true,
    input: z.strictObject({
      kind,
      accept_shrunk: z.boolean().default(false).meta({ description: 'accept data with less than half as many ranges as before' }),
    }),
    reply: Geo,
    failures: ['not_found'],
  }),
};
