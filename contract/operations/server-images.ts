import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { freeText, pageQuery } from '../query.ts';
import { ServerImage } from '../schemas/server-image.ts';

export const serverImages = {
  listServerImages: operation({
    method: 'GET',
    path: '/server-images',
    group: 'Server Images',
    title: 'List server images',
    summary: 'Lists the systems and applications that a server can be deployed with.',
    origin: 'source',
    ability: 'read',
    cached: 'catalogue',
    catalogue: true,
    query: z.strictObject({
      ...pageQuery(50),
      'filter[type]': freeText.optional().describe('`os` or `app`.'),
      'filter[group]': freeText.optional().describe('Only images of the group with this key.'),
      'filter[virtualization]': freeText.default('kvm').describe('Only images for this kind of virtualization.'),
    }),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(ServerImage), paginated: true },
    failures: [],
  }),
};
