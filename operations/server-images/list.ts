import { type LoadedImage, pageOfImages } from '@innkeeper/db/tables/images';
import type { Cx } from '@innkeeper/domain/context';

export interface ListImages {
  page: number;
  perPage: number;
  /** `os` or `app`. */
  type?: string | undefined;
  /** Key of the group. */
  group?: string | undefined;
  virtualization: string;
}

/** Returns a page of the images that servers can be built from, by group, and their total count. */
export function listServerImages(cx: Cx, input: ListImages): Promise<{ rows: LoadedImage[]; total: number }> {
  return pageOfImages(cx.db, input);
}
