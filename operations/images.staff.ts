import type { Database, Image } from '@innkeeper/db/schema';
import { registerImage as putOnSale } from '@innkeeper/db/seed/register-image';
import { type ImageFileRow, listImageFiles, replaceImageFile } from '@innkeeper/db/tables/image-files';
import { insertImageGroup } from '@innkeeper/db/tables/image-groups';
import { findImageByKey } from '@innkeeper/db/tables/images';
import { audit } from '@innkeeper/domain/audit';
import { recordImageFiles, type SeenImage } from '@innkeeper/domain/images/record-files';
import { listPage } from '@innkeeper/domain/staff/list-page';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { ImageOnNode } from '@innkeeper/model/images/file-state';
import { type ImageSource, isVendors } from '@innkeeper/model/images/source';
import { namedFields } from '@innkeeper/model/requests/named-fields';
import type { Kysely, Updateable } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists images in the order of the catalogue. */
export function listImages(cx: StaffCx, input: StaffInput<'listImages'>): Promise<StaffReply<'listImages'>> {
  return listPage(imagesQuery(cx.db).orderBy('i.position').orderBy('i.id'), input, (image) => image);
}

/** Changes the catalogue data of an image. */
export async function setImage(cx: StaffCx, input: StaffInput<'setImage'>): Promise<StaffReply<'setImage'>> {
  const { key, name, eol, minimum_ram: minimum_ram_gb, user_data } = input;
  return changeImage(cx, 'setImage', key, namedFields({ name, eol, minimum_ram_gb, user_data }));
}

/** Catalogue data of an image that a node can build. */
interface KnownImage {
  name: string;
  group: string;
  minimum_ram_gb: number;
  user_data?: Image['user_data'];
}

export interface BuiltImage {
  known: KnownImage;
  file: ImageFile;
}

/** Puts an image that this node has built on sale. Existing servers keep their image. */
export async function buildImage(
  cx: StaffCx,
  { key }: StaffInput<'buildImage'>,
  { known, file }: BuiltImage,
): Promise<StaffReply<'buildImage'>> {
  const { path, format, source, measured } = file;
  const id = await putOnSale(cx.db, { ...known, key, path, format, source, ...measured, ssh_keys_support: true });
  await audit(cx, 'buildImage', { kind: 'image', id }, { key, path });
  return loadImage(cx.db, id);
}

/** Puts an external image on sale, after its file was verified, tried and moved into place. Existing servers keep their image. */
export async function registerImage(
  cx: StaffCx,
  input: StaffInput<'registerImage'>,
  { measured, ...file }: TriedFile,
): Promise<StaffReply<'registerImage'>> {
  const { key, name, group, family, eol, sha256, minimum_ram: minimum_ram_gb, ssh_keys: ssh_keys_support, user_data } = input;
  if (family !== undefined) await insertImageGroup(cx.db, { key: group, name: family });
  await refuseUnknownGroup(cx, group);
  const given = { key, name, group, eol, minimum_ram_gb, ssh_keys_support, ...(user_data !== undefined && { user_data }) };
  const id = await putOnSale(cx.db, { ...given, ...file, ...measured });
  await audit(cx, 'registerImage', { kind: 'image', id }, { key, sha256, reports: file.reports });
  return loadImage(cx.db, id);
}

/** Catalogue data of a vendor's image. */
export interface VendorEntry {
  key: string;
  name: string;
  family: { key: string; name: string };
  memoryMb: number;
  /** Day (UTC) on which the vendor's support ends. */
  supportedUntil: string;
}

/** Returns the memory in GB that plans for an image need. */
export const minimumRamGb = ({ memoryMb }: Pick<VendorEntry, 'memoryMb'>): number => Math.ceil(memoryMb / 1024);

/** Puts a vendor's image on sale, with its group. Existing servers keep an older build. Returns the row of the image. */
export async function addImage(
  cx: StaffCx,
  entry: VendorEntry,
  { measured, ...file }: TriedFile,
): Promise<NonNullable<StaffReply<'addImage'>['image']>> {
  const { key, name, family } = entry;
  await insertImageGroup(cx.db, family);
  const eol = entry.supportedUntil < cx.clock.now().toISOString().slice(0, 10);
  const row = { key, name, group: family.key, eol, minimum_ram_gb: minimumRamGb(entry), ssh_keys_support: true };
  const id = await putOnSale(cx.db, { ...row, ...file, ...measured });
  await audit(cx, 'addImage', { kind: 'image', id }, { key, ...file.source, reports: file.reports });
  return loadImage(cx.db, id);
}

/** Build of a vendor's image that has a row. */
export interface VendorBuild extends Pick<Image, 'path' | 'reports' | 'minimum_disk_gb'> {
  image: NonNullable<StaffReply<'addImage'>['image']>;
  signedAt: Date | null;
}

/** Finds the build that a key names. Returns `null` if there is none, or if it did not come from a vendor. */
export async function findVendorBuild({ db }: StaffCx, key: string): Promise<VendorBuild | null> {
  const row = await findImageByKey(db, key);
  const source = row?.source;
  if (!row || !isVendors(source)) return null;
  const { path, reports, minimum_disk_gb } = row;
  const signedAt = source.signed_at === undefined ? null : new Date(source.signed_at);
  return { path, reports, minimum_disk_gb, signedAt, image: await loadImage(db, row.id) };
}

/** Lists keys of vendors' images that passed their trial boot on this installation. */
export async function listTriedImages(cx: StaffCx): Promise<Set<string>> {
  const rows = await cx.db.selectFrom('images').select(['key', 'source', 'reports']).execute();
  return new Set(rows.flatMap(({ key, source, reports }) => (isVendors(source) && reports !== 'none' ? [key] : [])));
}

/** Returns the files that no image names. `files` are names in the directory of registered images. Adds an audit line if `deletes`. */
export async function pruneImages(cx: StaffCx, files: readonly string[], { deletes }: { deletes: boolean }): Promise<string[]> {
  // A row of an earlier release has the absolute path of any home.
  const named = new Set((await listImageFiles(cx.db)).map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
  const unnamed = files.filter((file) => !named.has(file));
  if (deletes && unnamed.length > 0) await audit(cx, 'pruneImages', null, { files: unnamed });
  return unnamed;
}

/** Locks the row of an image, and returns the path of its file, or `null` without a row. */
export async function lockImagePath(cx: StaffCx, key: string): Promise<string | null> {
  const row = await cx.db.selectFrom('images').select('path').where('key', '=', key).forUpdate().executeTakeFirst();
  return row?.path ?? null;
}

async function refuseUnknownGroup({ db }: StaffCx, group: string): Promise<void> {
  const groups = (await db.selectFrom('image_groups').select('key').orderBy('position').execute()).map(({ key }) => key);
  if (!groups.includes(group)) throw invalid('group', `Group ${group} does not exist. Choose one of: ${groups.join(', ')}.`);
}

type Outcome = StaffReply<'repairImage'>['data'][number]['outcome'];

/** Lists the images to look at: all on sale, or the one with this key, also if it is off sale. Throws `not_found`. */
export async function listRepairable(cx: StaffCx, key: string | undefined): Promise<ImageFileRow[]> {
  const rows = await listImageFiles(cx.db);
  if (key === undefined) return rows.filter(({ disabled_at }) => disabled_at === null);
  const row = rows.find((one) => one.key === key);
  if (!row) throw new Failure('not_found', { message: `Image ${key} does not exist.` });
  return [row];
}

/** Returns the digest with which an image was registered by an earlier release, which stored it in the audit log only, or `null`. */
export async function registeredDigest(cx: StaffCx, { id, path }: ImageFileRow): Promise<string | null> {
  const line = await cx.db
    .selectFrom('audit_log')
    .select('details')
    .where('resource_kind', '=', 'image')
    .where('resource_id', '=', id)
    .where('action', '=', 'registerImage')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const digest = line?.details.sha256;
  // The name of a registered file contains the beginning of its digest.
  return typeof digest === 'string' && path.includes(digest.slice(0, 12)) ? digest : null;
}

/** Records that the file of an image is there. Returns `null` if nothing was missing. */
export async function recordPresent(cx: StaffCx, seen: SeenImage): Promise<Outcome | null> {
  await recordImageFiles(cx, [seen]);
  return seen.row.missing_since === null ? null : 'present';
}

/** Puts another file in place of a missing one. `found` is the new file. Servers built from the image keep their disks. */
export async function repairImage(
  cx: StaffCx,
  row: ImageFileRow,
  { file, found }: { file: ImageFile; found: ImageOnNode | null },
): Promise<Outcome> {
  const { path, format, measured } = file;
  const bytes = measured?.bytes ?? (found && BigInt(found.bytes));
  // A file with the same digest has the same origin.
  const source = measured === null ? file.source : (row.source ?? file.source);
  const changed = { path, format, bytes, sha256: measured?.sha256 ?? null };
  if (!(await replaceImageFile(cx.db, row, { ...changed, source }))) return 'present';
  await audit(cx, 'repairImage', { kind: 'image', id: row.id, accountId: null }, { key: row.key, path });
  await recordImageFiles(cx, [{ row: { ...row, ...changed, source }, found }]);
  return 'repaired';
}

type Action = 'enableImage' | 'disableImage';

export const enableImage = sale('enableImage');

export const disableImage = sale('disableImage');

/** Returns the operation that puts an image on sale or takes it off sale. Servers built from the image keep it. */
function sale(action: Action) {
  return (cx: StaffCx, { key }: StaffInput<Action>): Promise<StaffReply<Action>> =>
    changeImage(cx, action, key, { disabled_at: action === 'enableImage' ? null : cx.clock.now() });
}

type Change = Pick<Updateable<Database['images']>, 'name' | 'eol' | 'minimum_ram_gb' | 'user_data' | 'disabled_at'>;

/** Changes the row of an image and adds an audit entry. Servers built from the image keep it. */
async function changeImage(cx: StaffCx, action: string, key: string, change: Change) {
  const row = await cx.db.updateTable('images').set(change).where('key', '=', key).returning('id').executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Image ${key} does not exist.` });
  const { disabled_at: _saidByTheAction, ...said } = change;
  await audit(cx, action, { kind: 'image', id: row.id }, { key, ...said });
  return loadImage(cx.db, row.id);
}

/** File of an image on the node, as guests use it. */
export interface ImageFile {
  /** Path as it is stored: relative to the engine directory if the file is below it. */
  path: string;
  format: 'qcow2' | 'raw';
  source: ImageSource;
  /** Size and SHA-256, or `null` if a job measures them later. */
  measured: { bytes: bigint; sha256: string } | null;
}

/** File of an image whose trial boot has passed, or which is sold without one. */
export interface TriedFile extends ImageFile {
  reports: Image['reports'];
  /** Default: a job measures it later. */
  minimum_disk_gb?: number;
}

function imagesQuery(db: Kysely<Database>) {
  return db
    .selectFrom('images as i')
    .innerJoin('image_groups as g', 'g.id', 'i.group_id')
    .select(['i.id', 'i.key', 'i.name', 'g.key as group', 'i.minimum_ram_gb', 'i.eol', 'i.ssh_keys_support'])
    .select(['i.format', 'i.path', 'i.sha256', 'i.reports', 'i.user_data', 'i.missing_since', 'i.disabled_at']);
}

function loadImage(db: Kysely<Database>, id: number) {
  return imagesQuery(db).where('i.id', '=', id).executeTakeFirstOrThrow();
}
