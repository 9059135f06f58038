import type {
  PasskeyCreation as CreationWire,
  Passkey,
  PasskeyRequest as RequestWire,
} from '@innkeeper/contract/schemas/passkey';
import type { Passkey as PasskeyRow, passkeysOf } from '@innkeeper/db/tables/passkeys';
import { ANSWER_MS } from '@innkeeper/domain/passkeys/challenges';
import { ALGORITHMS } from '@innkeeper/domain/passkeys/verify';
import { iso } from './time.ts';

export interface PasskeyCreation {
  challenge: string;
  expiresAt: Date;
  rp: { id: string; name: string };
  user: { handle: string; email: string };
  /** Existing passkeys of the user. An authenticator that holds one of them does not create another. */
  passkeys: Awaited<ReturnType<typeof passkeysOf>>;
}

export interface PasskeyRequest {
  challenge: string;
  expiresAt: Date;
  /** Domain of the relying party. */
  rpId: string;
  /** Accepted passkeys. Empty to accept every passkey of the user. */
  passkeys: Awaited<ReturnType<typeof passkeysOf>>;
}

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

export function presentCreation({ challenge, rp, user, passkeys, expiresAt }: PasskeyCreation): CreationWire {
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

export function presentRequest({ challenge, rpId, passkeys, expiresAt }: PasskeyRequest): RequestWire {
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
