import type { Passkey, PasskeyCreation, PasskeyRequest } from '@innkeeper/contract/schemas/passkey';
import type { Passkey as PasskeyRow } from '@innkeeper/db/tables/passkeys';
import { ANSWER_MS } from '@innkeeper/domain/passkeys/challenges';
import { ALGORITHMS } from '@innkeeper/domain/passkeys/verify';
import type { PasskeyCreation as Creation } from '@innkeeper/operations/passkeys/options';
import type { PasskeyRequest as Request } from '@innkeeper/operations/sessions/options';
import { iso } from './time.ts';

export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    created_at: iso(row.created_at),
    last_used_at: row.last_used_at && iso(row.last_used_at),
    last_used_from: row.last_used_from,
    synced: row.synced,
    counter_regressed_at: row.counter_regressed_at && iso(row.counter_regressed_at),
  };
}

const toDescriptor = ({ credential_id, transports }: Pick<PasskeyRow, 'credential_id' | 'transports'>) => ({
  id: credential_id.toString('base64url'),
  type: 'public-key' as const,
  transports,
});

export function presentCreation({ challenge, rp, user, passkeys, expiresAt }: Creation): PasskeyCreation {
  return {
    public_key: {
      challenge,
      rp,
      user: { id: user.handle, name: user.email, displayName: user.email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: ANSWER_MS,
      excludeCredentials: passkeys.map(toDescriptor),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
    expires_at: iso(expiresAt),
  };
}

export function presentRequest({ challenge, rpId, passkeys, expiresAt }: Request): PasskeyRequest {
  return {
    public_key: {
      challenge,
      rpId,
      timeout: ANSWER_MS,
      userVerification: 'required',
      allowCredentials: passkeys.map(toDescriptor),
    },
    expires_at: iso(expiresAt),
  };
}
