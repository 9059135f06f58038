import { mutationsOf } from '../mutation.ts';

const CHECK = ['jobs/check-images.test.ts'];

export const IMAGES = [
  ...mutationsOf(
    'domain/resources/references.ts',
    ['lab/slices/servers/missing-image.test.ts'],
    [['an image without its file cannot be ordered', 'missing_since === null ?', 'missing_since !== undefined ?']],
  ),
  ...mutationsOf(
    'db/tables/images.ts',
    ['lab/slices/servers/missing-image.test.ts'],
    [['an image without its file is not listed', "    .where('i.missing_since', 'is', null)\n", '']],
  ),
  ...mutationsOf('domain/images/record-files.ts', CHECK, [
    ['a disabled image opens no alert', ' || disabled_at !== null || missing_since', ' || missing_since'],
    ['the alert closes when the file is back', 'looked.has(key) && !wanted.has(key)', 'looked.has(key) && wanted.has(key)'],
  ]),
  ...mutationsOf('model/images/file-state.ts', CHECK, [
    ['a truncated file cannot be used', 'BigInt(found.bytes) === bytes', 'BigInt(found.bytes) >= 0n'],
  ]),
  ...mutationsOf('model/images/paths.ts', CHECK, [
    ['an image is found below the new engine directory', '[{ path: stored, stored }, ...own]', '[{ path: stored, stored }]'],
  ]),
  ...mutationsOf('jobs/check-images.ts', CHECK, [
    [
      'a damaged file is not measured as the image',
      '  if (imageProblem(row, await imageFiles.find(row.path)) !== null) return false;\n',
      '',
    ],
  ]),
  ...mutationsOf(
    'engine/images/files.ts',
    ['engine/images/files.test.ts'],
    [['a further node compares the digest', 'if (digest !== sha256)', "if (digest === '')"]],
  ),
  ...mutationsOf(
    'domain/recovery/finish.ts',
    ['lab/restore-finish.test.ts'],
    [['a restore sells no image that it lost', 'await recordImageFiles(cx, images)', '[]']],
  ),
];
