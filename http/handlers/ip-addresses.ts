import { updateIpAddress } from '@innkeeper/operations/ip-addresses/update';
import { presentIpAddress } from '@innkeeper/present/ip-address';
import type { Handlers } from './define.ts';

export const ipAddresses = {
  updateIpAddress: async (cx, { ipAddress, body }, _url, { forwardNames }) =>
    presentIpAddress(await updateIpAddress(cx, { ipAddress, ptr: body.ptr }, forwardNames), cx.actor.taxRate),
} satisfies Handlers;
