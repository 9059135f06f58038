/** User data of a server: a script, or data for cloud-init. */
import { mimeProblem } from '@innkeeper/model/servers/mime-user-data';
import { normalizeUserData, type UserDataKind, userDataKind } from '@innkeeper/model/servers/user-data';
import { Parser } from 'yaml';
import { z } from 'zod';
import { proseOf } from './primitives.ts';

const NOT_SUPPORTED =
  'Must be a script, such as one that starts with #!/bin/sh, or start with #cloud-config, ## template: jinja, #cloud-boothook, Content-Type: or MIME-Version:. Not supported are #include, other forms of cloud-init, gzip, and a #! line without the path of a program.';
const NO_MAPPING = 'The cloud-config must be a mapping in YAML, such as `packages: [htop]`.';

const PROBLEMS: Readonly<Partial<Record<UserDataKind, (text: string) => string | null>>> = {
  'cloud-config': (text) => (isMapping(text) ? null : NO_MAPPING),
  mime: mimeProblem,
};

/** Limit in characters. Some data sources of cloud-init refuse larger user data, but each accepts 16 KB. */
const MAX_LENGTH = 16_384;

export const UserDataText = proseOf(z.string().overwrite(normalizeUserData), 1, MAX_LENGTH)
  .superRefine((text, context) => {
    if (text.length > MAX_LENGTH) return;
    const kind = userDataKind(text);
    const problem = kind === null ? NOT_SUPPORTED : (PROBLEMS[kind]?.(text) ?? null);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  })
  .describe('Script that runs once, at the first boot, or user data for cloud-init.');

/**
 * Returns whether the root is a mapping. Reads tokens only: nothing is composed or expanded, so nesting and aliases cost nothing. Other
 * faults are for the guest to report.
 */
function isMapping(text: string): boolean {
  for (const token of new Parser().parse(text)) {
    if (token.type !== 'document') continue;
    const { value } = token;
    return value?.type === 'block-map' || (value?.type === 'flow-collection' && value.start.source === '{');
  }
  return false;
}
