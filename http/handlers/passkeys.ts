import { createPasskey } from '@innkeeper/operations/passkeys/create';
import { deletePasskey } from '@innkeeper/operations/passkeys/delete';
import { listPasskeys } from '@innkeeper/operations/passkeys/list';
import { createPasskeyOptions } from '@innkeeper/operations/passkeys/options';
import { updatePasskey } from '@innkeeper/operations/passkeys/update';
import { page } from '@innkeeper/present/page';
import { presentCreation, presentPasskey } from '@innkeeper/present/passkey';
import { CommittedFailure } from '@innkeeper/present/reply';
import type { Handlers } from './define.ts';

export const passkeys = {
  listPasskeys: async (cx, { query }, url) =>
    page(url, query, await listPasskeys(cx, { page: query.page, perPage: query.per_page }), presentPasskey),
  createPasskeyOptions: async (cx, _input, { path }, { sealer, pages }) =>
    presentCreation(await createPasskeyOptions(cx, { apiUrl: path, pages: pages(), sealer })),
  createPasskey: async (cx, { body }, { path }, { pages }) => {
    const answer = await createPasskey(cx, { ...body, apiUrl: path, pages: pages() });
    return 'refused' in answer ? new CommittedFailure(answer.refused) : presentPasskey(answer.passkey);
  },
  updatePasskey: async (cx, { passkey, body }) => presentPasskey(await updatePasskey(cx, { passkey, ...body })),
  deletePasskey: async (cx, { passkey }) => void (await deletePasskey(cx, { passkey })),
} satisfies Handlers;
