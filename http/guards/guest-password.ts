/** Hashes the password of a guest before anything is locked for it; the rules of the domain never see it in clear. */
import type { Operation } from '@innkeeper/contract/define';
import { Password } from '@innkeeper/contract/schemas/primitives';
import type { GuestPasswords } from '@innkeeper/domain/guest-passwords/hash';
import { z } from 'zod';
import type { Guard, Route } from '../request/context.ts';

export function guestPassword({ operation }: Route, passwords: GuestPasswords): Guard {
  if (!takesGuestPassword(operation)) return () => undefined;
  return (exchange) => {
    const { password } = (exchange.body ?? {}) as { password?: string };
    if (password === undefined || !exchange.caller) return undefined;
    return passwords.hash(password, exchange.caller.accountId).then((hash) => {
      exchange.passwordHash = hash;
      return undefined;
    });
  };
}

function takesGuestPassword({ body }: Operation): boolean {
  if (!(body instanceof z.ZodObject)) return false;
  const { password } = body.shape;
  return isPassword(password instanceof z.ZodOptional ? password.unwrap() : password);
}

/** By what the contract calls it, since a field that is described is a schema of its own. */
function isPassword(field: unknown): boolean {
  return field instanceof z.ZodType && field.meta()?.format === Password.meta()?.format;
}
