/** Origin of an image's file, and the way to get the same image again. Pure. */

/**
 * `recipe` builds the image on a node. Otherwise the file came from `url`, or from a file of the host if there is no URL. `signed_by` is set
 * for images of vendors: the fingerprint of the key that signed the digest, or `not signed`. `signed_at` is the time of the signature,
 * and `mirror` the operator's mirror that served the file.
 */
export type ImageSource = { recipe: string } | FetchedSource;

interface FetchedSource {
  url?: string;
  sha256: string;
  signed_by?: string;
  signed_at?: string;
  mirror?: string;
  at: string;
}

/** Facts about an image whose file is missing. */
export interface LostImage {
  key: string;
  path: string;
  source: ImageSource | null;
  /** Digest of the file, measured or from its registration, or `null` if unknown. */
  sha256: string | null;
}

/** Way to get a file. */
export type ImageRepair =
  | { by: 'recipe'; recipe: string }
  | { by: 'url'; url: string; sha256: string; mirror?: string | undefined }
  | { by: 'file'; file: string; sha256: string }
  | { by: 'nothing'; why: string };

/** Decides how to get the file of an image again. `recipes` are the keys of images that a node builds. `file` is a file of the operator. */
export function chooseImageRepair(
  image: LostImage,
  { recipes, file }: { recipes: readonly string[]; file?: string },
): ImageRepair {
  const { key, source } = image;
  const origin = source && 'sha256' in source ? source : null;
  const sha256 = origin?.sha256 ?? image.sha256;
  if (file !== undefined) {
    if (sha256 !== null) return { by: 'file', file, sha256 };
    return {
      by: 'nothing',
      why: `The SHA-256 of ${key} is not known, so no file can be compared with it. ${registerAgain(key, source)}`,
    };
  }
  const recipe = recipeOf(image, recipes);
  if (recipe !== null) return { by: 'recipe', recipe };
  if (sha256 === null)
    return {
      by: 'nothing',
      why: `Neither the source nor the SHA-256 of ${key} is known. Put its file back to ${image.path}. ${registerAgain(key, source)}`,
    };
  if (origin?.url !== undefined) return { by: 'url', url: origin.url, sha256, mirror: origin.mirror };
  return {
    by: 'nothing',
    why: `The URL of ${key} is not known. Name its file: ./innkeeper image repair ${key} --file PATH (SHA-256 ${sha256}).`,
  };
}

/** Returns the recipe. An image of an earlier release that was built here has no source, and its path says that it was not registered. */
function recipeOf({ key, path, source }: LostImage, recipes: readonly string[]): string | null {
  if (source) return 'recipe' in source ? source.recipe : null;
  return recipes.includes(key) && !/(^|\/)images\/registered\//.test(path) ? key : null;
}

/** Returns the advice for an image that cannot be had again as it was. `source` is its origin, if known. */
export const registerAgain = (key: string, source?: ImageSource | null): string =>
  `To sell another file under this key instead, run ./innkeeper image ${isVendors(source) ? 'add' : 'register'} ${key}.`;

/** Returns whether `image add` has downloaded a file. */
export const isVendors = (source: ImageSource | null | undefined): source is FetchedSource & { signed_by: string } =>
  !!source && 'signed_by' in source && source.signed_by !== undefined;
