import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { AddIso, Iso } from '../schemas/iso.ts';
import { byId } from './paths.ts';

export const isos = {
  getIso: operation({
    method: 'GET',
    path: '/isos/{id}',
    group: 'ISOs',
    title: 'Get an ISO',
    summary: 'Returns an ISO file, the progress of its download, and the servers that it is attached to.',
    origin: 'known',
    ability: 'read',
    ...byId('iso'),
    bodyKind: 'none',
    reply: { status: 200, schema: Iso },
    failures: [],
  }),
  deleteIso: operation({
    method: 'DELETE',
    path: '/isos/{id}',
    group: 'ISOs',
    title: 'Delete an ISO',
    summary:
      'Deletes an ISO file, and stops its download if it is still running. Refused with `locked` while the ISO is attached to a server.',
    origin: 'known',
    ability: 'write',
    ...byId('iso'),
    // The use case first ends a running download. It must lock the row of the workflow before the row of the file.
    locks: null,
    rowLock: 'by use case',
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['locked'],
  }),
  listIsos: operation({
    method: 'GET',
    path: '/isos',
    group: 'ISOs',
    title: 'List ISOs',
    summary: 'Lists the ISO files of the account and of the operator.',
    origin: 'known',
    ability: 'read',
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Iso), paginated: true },
    failures: [],
  }),
  addIso: operation({
    method: 'POST',
    path: '/isos',
    group: 'ISOs',
    title: 'Add ISO',
    summary:
      'Downloads an ISO file from a public address. Addresses of private networks are refused. The download fails if the file has neither ISO 9660 or UDF nor a boot sector (MBR or GPT) at its place, or is compressed.',
    origin: 'known',
    ability: 'write',
    perMinute: 10,
    bodyKind: 'json',
    body: AddIso,
    reply: { status: 201, schema: Iso },
    failures: ['no_capacity'],
  }),
};
