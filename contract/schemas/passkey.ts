import { z } from 'zod';
import { about, Id, line, Time } from './primitives.ts';

export const Passkey = z
  .strictObject({
    id: Id.describe('Id of the passkey.'),
    name: z.string().meta(about('Name that the user has chosen.', 'laptop')),
    created_at: Time.describe('Time when the passkey was added.'),
    last_used_at: Time.nullable().describe(
      'Time of the last sign-in or confirmation with the passkey, or null if there was none.',
    ),
    last_used_from: z
      .string()
      .nullable()
      .meta(about('IP address of the last use, or null if there was none or it is unknown.', '203.0.113.7')),
    synced: z.boolean().describe('True if the passkey is synchronised between devices, such as by a password manager.'),
    counter_regressed_at: Time.nullable().describe(
      'Time of a refused use with a signature counter lower than before, which can mean a copied authenticator. Null if this never happened.',
    ),
  })
  .meta({
    id: 'Passkey',
    description: 'A passkey, which signs its user in without a password. Its private key stays with the user.',
  });
export type Passkey = z.infer<typeof Passkey>;

const CHALLENGE = 'wUSNJ5ABnLiTIoxcSK-kNQjZb1bEEcHfZ4eLhHQKhAw';
const CREDENTIAL = 'sL39APyTmisrjh11vghsqg';
const HANDLE = 'kQ0iJxJuNzB1kWcZ2Y2tqv0bBvhVPvXy8a4sN1aJm7k';

const challenge = z.string().meta(about('Random challenge that the authenticator signs, valid once.', CHALLENGE));
const timeout = z.int().meta(about('Time in milliseconds to wait for the user.', 300_000));
const userVerification = z
  .enum(['required'])
  .meta(about('User verification is required, by a PIN or a fingerprint.', 'required'));
const expires_at = Time.describe('Latest time for the answer.');

const CredentialDescriptor = z
  .strictObject({
    id: z.string().meta(about('Id of the credential, in base64url.', CREDENTIAL)),
    type: z.enum(['public-key']).meta(about('Type of the credential. There is only one.', 'public-key')),
    transports: z.array(z.string()).meta(about('Transports of the authenticator.', ['internal'])),
  })
  .meta({ id: 'CredentialDescriptor', description: 'A passkey descriptor for browsers.' });

/** Options in the format of WebAuthn (`parseCreationOptionsFromJSON`), which defines the field names. */
export const PasskeyCreation = z
  .strictObject({
    public_key: z
      .strictObject({
        challenge,
        rp: z
          .strictObject({
            id: z.string().meta(about('Domain of the passkey.', 'example.com')),
            name: z.string().meta(about('Name of the host.', 'Innkeeper')),
          })
          .describe('The relying party of the passkey.'),
        user: z
          .strictObject({
            id: z.string().meta(about('User handle for the authenticator, in base64url.', HANDLE)),
            name: z.string().meta(about('Address of the user.', 'ada@example.com')),
            displayName: z.string().meta(about('Display name of the user. Equal to `name`.', 'ada@example.com')),
          })
          .describe('The user of the passkey.'),
        pubKeyCredParams: z
          .array(
            z.strictObject({
              type: z.enum(['public-key']).meta(about('Type of the credential. There is only one.', 'public-key')),
              alg: z.int().meta(about('Signature algorithm, as COSE number.', -7)),
            }),
          )
          .describe('Supported signature algorithms, best first.'),
        timeout,
        excludeCredentials: z
          .array(CredentialDescriptor)
          .describe('Existing passkeys of the user. Their authenticators are excluded.'),
        authenticatorSelection: z
          .strictObject({
            residentKey: z
              .enum(['required'])
              .meta(about('The authenticator must store the user (discoverable credential).', 'required')),
            requireResidentKey: z.boolean().describe('Equal to `residentKey`, for older browsers.'),
            userVerification,
          })
          .describe('Requirements for the authenticator.'),
        attestation: z.enum(['none']).meta(about('No attestation of the authenticator is requested.', 'none')),
      })
      .describe(
        'Options for `navigator.credentials.create`, to be parsed with `PublicKeyCredential.parseCreationOptionsFromJSON`.',
      ),
    expires_at,
  })
  .meta({ id: 'PasskeyCreation', description: 'The browser options to create a passkey.' });
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

export const PasskeyRequest = z
  .strictObject({
    public_key: z
      .strictObject({
        challenge,
        rpId: z.string().meta(about('Domain of the passkey.', 'example.com')),
        timeout,
        userVerification,
        allowCredentials: z
          .array(CredentialDescriptor)
          .describe('Accepted passkeys. An empty list accepts any passkey of this domain that the user chooses.'),
      })
      .describe('Options for `navigator.credentials.get`, to be parsed with `PublicKeyCredential.parseRequestOptionsFromJSON`.'),
    expires_at,
  })
  .meta({ id: 'PasskeyRequest', description: 'The browser options to use a passkey.' });
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** Maximum length of a value. The longest is the key of an RSA certificate. Challenge, origin and flags need some hundred characters. */
const MAX_LENGTH = 16_384;
const bytes = (description: string, example: string, max = MAX_LENGTH) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, 'Must be base64url.')
    .meta(about(description, example));

const CLIENT_DATA =
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoid1VTTko1QUJuTGlUSW94Y1NLLWtOUWpaYjFiRUVjSGZaNGVMaEhRS2hBdyJ9';

/** Credential fields. Unknown fields are accepted, because browsers add fields as WebAuthn grows. */
const credential = {
  id: bytes('Id of the credential.', CREDENTIAL, 1_400),
  rawId: bytes('Id of the credential. Equal to `id`.', CREDENTIAL, 1_400),
  type: z.literal('public-key').meta(about('Type of the credential. There is only one.', 'public-key')),
};
const clientDataJSON = bytes('Client data of the browser, in base64url.', CLIENT_DATA);

export const NewPasskeyCredential = z
  .looseObject({
    ...credential,
    response: z
      .looseObject({
        clientDataJSON,
        attestationObject: bytes(
          'Attestation object with the new public key, in base64url.',
          'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
        ),
        transports: z
          .array(z.string().max(40))
          .max(20)
          .optional()
          .meta(about('Transports of the authenticator.', ['internal'])),
      })
      .describe('Response of the authenticator.'),
  })
  .meta({ id: 'NewPasskeyCredential', description: 'Result of `navigator.credentials.create`, converted with `toJSON`.' });

export const PasskeyCredential = z
  .looseObject({
    ...credential,
    response: z
      .looseObject({
        clientDataJSON,
        authenticatorData: bytes(
          'Authenticator data with flags and counter, in base64url.',
          'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
        ),
        signature: bytes(
          'Signature over the authenticator data and the client data, in base64url.',
          'MEUCIQDx5YqXnLFZYBGcWGUnKvM0hnQpCGXw4F8w',
          2_048,
        ),
        userHandle: z
          .string()
          .max(128)
          .nullable()
          .optional()
          .meta(about('User handle of the authenticator, in base64url.', HANDLE)),
      })
      .describe('Response of the authenticator.'),
  })
  .meta({ id: 'PasskeyCredential', description: 'Result of `navigator.credentials.get`, converted with `toJSON`.' });

const name = line(1, 100).meta(about('Name of the passkey.', 'laptop'));

export const CreatePasskey = z
  .strictObject({ name, credential: NewPasskeyCredential.describe('Passkey that the browser has created.') })
  .meta({ id: 'CreatePasskey', description: 'A new passkey.' });

export const UpdatePasskey = z.strictObject({ name }).meta({ id: 'UpdatePasskey', description: 'The new name.' });
