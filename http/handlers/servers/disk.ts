import type { InputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { NamedCopy } from '@innkeeper/domain/copies/source';
import { modifyServerIsos } from '@innkeeper/operations/servers/modify-isos';
import { reinstallServer } from '@innkeeper/operations/servers/reinstall';
import { restoreServer } from '@innkeeper/operations/servers/restore';
import { presentServer } from '@innkeeper/present/server';
import type { Handlers } from '../define.ts';

/** Handlers for the disk and drives of a server. */
export const serverDisk = {
  modifyServerIsos: async (cx, { server, body }) => {
    const { primary_iso_id: primary, secondary_iso_id: secondary, boot_from: bootFrom } = body;
    return presentServer(await modifyServerIsos(cx, { server, primary, secondary, bootFrom }), cx.actor.taxRate);
  },
  restoreServer: async (cx, { server, body }) =>
    presentServer(await restoreServer(cx, { server, copy: namedCopy(body) }), cx.actor.taxRate),
  reinstallServer: async (cx, { server, body, passwordHash }) => {
    const { image_id: imageId, ssh_keys: sshKeys, startup_script: startupScript } = body;
    const locked = await reinstallServer(cx, { server, imageId, passwordHash, sshKeys, startupScript });
    return presentServer(locked, cx.actor.taxRate);
  },
} satisfies Handlers;

/** Returns the named copy. The contract ensures that exactly one is named. */
function namedCopy(body: InputOf<Operations['restoreServer']>['body']): NamedCopy {
  if (body.snapshot_id !== undefined) return { kind: 'snapshot', id: body.snapshot_id };
  return { kind: 'backup', id: body.backup_id ?? 0 };
}
