/** Requests and creates passkeys with the WebAuthn functions of the browser. */
import type { NewPasskeyCredential, PasskeyCreation, PasskeyCredential, PasskeyRequest } from '@innkeeper/sdk/index';

/** Requests a passkey from the browser. Throws if the person cancels. */
export async function askForPasskey(request: PasskeyRequest, signal?: AbortSignal): Promise<PasskeyCredential> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    request.public_key as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey, ...(signal === undefined ? {} : { signal }) });
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('the browser gave no passkey', 'NotAllowedError');
  return credential.toJSON() as unknown as PasskeyCredential;
}

/** Creates a passkey in the browser. Throws if the person cancels. */
export async function makePasskey(creation: PasskeyCreation): Promise<NewPasskeyCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    creation.public_key as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('the browser made no passkey', 'NotAllowedError');
  return credential.toJSON() as unknown as NewPasskeyCredential;
}
