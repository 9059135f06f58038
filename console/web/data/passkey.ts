/** Passkeys, by the browser's own functions. */
import type { PasskeyCredential, PasskeyRequest } from '@innkeeper/sdk/index';

/** Asks the person for a passkey. Throws if they cancel. */
export async function askForPasskey(request: PasskeyRequest, signal?: AbortSignal): Promise<PasskeyCredential> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(request as unknown as PublicKeyCredentialRequestOptionsJSON);
  const credential = await navigator.credentials.get({ publicKey, ...(signal === undefined ? {} : { signal }) });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('the browser gave no passkey');
  return credential.toJSON() as unknown as PasskeyCredential;
}
