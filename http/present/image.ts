import type { ServerImage, ServerImageOfServer } from '@innkeeper/contract/schemas/server-image';
import type { LoadedImage } from '@innkeeper/db/tables/images';

export function presentImage({ group, ...image }: LoadedImage): ServerImage {
  return {
    id: image.id,
    name: image.name,
    minimum_ram: image.minimum_ram_gb,
    eol: image.eol,
    ssh_keys_support: image.ssh_keys_support,
    group: { name: group.name, type: group.type, key: group.key },
  };
}

/** The extended form inside a server. */
export function presentImageOfServer(image: LoadedImage): ServerImageOfServer {
  const { group, ...plain } = presentImage(image);
  const { icon, position, coming_soon } = image.group;
  return {
    ...plain,
    amd_sev_supported: image.amd_sev_supported,
    order: image.position,
    group: { ...group, icon, order: position, coming_soon },
  };
}
