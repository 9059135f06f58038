/** Formats images. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { formatPage } from '../output/page.ts';

type Image = OperatorReply<'setImage'>;

function saleOf({ disabled_at, missing_since }: Image): string {
  if (disabled_at) return 'off sale';
  return missing_since ? 'not sold, because its file is missing' : 'on sale';
}

const STATES = { present: 'its file is there', repaired: 'its file is back', failed: 'its file is missing' };

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

export function formatRepairedImages({ data }: OperatorReply<'repairImage'>): string {
  if (data.length === 0) return 'No file of an image on sale is missing.';
  return data
    .map(({ key, outcome, why }) => [`Image ${key}: ${STATES[outcome]}.`, ...(why ? [`  ${why}`] : [])].join('\n'))
    .join('\n');
}

export const formatChangedImage = ({ key }: Image): string => `Image ${key} was changed.`;
