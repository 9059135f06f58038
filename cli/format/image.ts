/** Formats images. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from './page.ts';

type Image = OperatorReply<'setImage'>;

const saleOf = ({ disabled_at }: Image): string => (disabled_at ? 'off sale' : 'on sale');

export function formatImages(reply: OperatorReply<'listImages'>): string {
  return formatPage(
    reply,
    {
      ID: ({ id }) => id,
      KEY: ({ key }) => key,
      NAME: ({ name }) => name,
      GROUP: ({ group }) => group,
      RAM: ({ minimum_ram_gb }) => `${minimum_ram_gb} GB`,
      EOL: ({ eol }) => (eol ? 'end of life' : ''),
      STATE: saleOf,
      FILE: ({ path }) => path,
    },
    'There are no images.',
  );
}

export const formatImageSale = (image: Image): string => `Image ${image.id} (${image.key}) is ${saleOf(image)}.`;

export const formatChangedImage = ({ key }: Image): string => `Image ${key} was changed.`;
