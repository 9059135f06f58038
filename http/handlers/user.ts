import { createRecoveryCodes } from '@innkeeper/operations/user/create-recovery-codes';
import { disableTwoFactor } from '@innkeeper/operations/user/disable-two-factor';
import { enableTwoFactor } from '@innkeeper/operations/user/enable-two-factor';
import { getUser } from '@innkeeper/operations/user/get';
import { getTwoFactorSecret } from '@innkeeper/operations/user/get-two-factor-secret';
import { updateUser } from '@innkeeper/operations/user/update';
import { presentUser } from '@innkeeper/present/user';
import type { Handlers } from './define.ts';

export const user = {
  getUser: async (cx) => presentUser(await getUser(cx)),
  getTwoFactorSecret: async (cx) => {
    const { secret, url } = await getTwoFactorSecret(cx);
    return { secret_key: secret, otp_auth_url: url };
  },
  enableTwoFactor: async (cx, { body }, _url, { sealer }) => void (await enableTwoFactor(cx, { ...body, sealer })),
  disableTwoFactor: async (cx, { body }, _url, { sealer }) => void (await disableTwoFactor(cx, { ...body, sealer })),
  createRecoveryCodes: async (cx, { body }, _url, { sealer }) => ({
    recovery_codes: await createRecoveryCodes(cx, { otp: body?.otp, sealer }),
  }),
  updateUser: async (cx, { body }) => presentUser(await updateUser(cx, body)),
} satisfies Handlers;
