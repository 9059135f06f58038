import { z } from 'zod';
import { about, Id, line, Time } from './primitives.ts';

export const Passkey = z
  .strictObject({
    id: Id.describe('Id of the passkey.'),
    name: z.string().meta(about('What its user calls it.', 'laptop')),
    created_at: Time.describe('When it was added.'),
    last_used_at: Time.nullable().describe('When it last signed its user in, or confirmed who it is; null when it never did.'),
    last_used_from: z
      .string()
      .nullable()
      .meta(about('The address that it was last used from; null when it never was, or that is not known.', '203.0.113.7')),
    synced: z.boolean().describe('Whether it is kept by a password manager, on several devices of its user.'),
    counter_regressed_at: Time.nullable().describe(
      'When somebody used it whose authenticator had counted less than the one before, which may be a copy: that was refused. null: never.',
    ),
  })
  .meta({ id: 'Passkey', description: 'What signs its user in without a password. Its secret is with its user alone.' });
export type Passkey = z.infer<typeof Passkey>;

const CHALLENGE = 'wUSNJ5ABnLiTIoxcSK-kNQjZb1bEEcHfZ4eLhHQKhAw';
const CREDENTIAL = 'sL39APyTmisrjh11vghsqg';
const HANDLE = 'kQ0iJxJuNzB1kWcZ2Y2tqv0bBvhVPvXy8a4sN1aJm7k';

const challenge = z.string().meta(about('What the authenticator signs: random, good once.', CHALLENGE));
const timeout = z.int().meta(about('How long to wait for the user, in milliseconds.', 300_000));
const userVerification = z
  .enum(['required'])
  .meta(about('The authenticator verifies its user, by a PIN or a fingerprint.', 'required'));
const expires_at = Time.describe('Until when it can be answered.');

const CredentialDescriptor = z
  .strictObject({
    id: z.string().meta(about('Id of the credential, in base64url.', CREDENTIAL)),
    type: z.enum(['public-key']).meta(about('The one kind there is.', 'public-key')),
    transports: z.array(z.string()).meta(about('How its authenticator is reached.', ['internal'])),
  })
  .meta({ id: 'CredentialDescriptor', description: 'A passkey, as browsers name it.' });

/** In the form of WebAuthn (`parseCreationOptionsFromJSON`), whose names are not ours. */
export const PasskeyCreation = z
  .strictObject({
    public_key: z
      .strictObject({
        challenge,
        rp: z
          .strictObject({
            id: z.string().meta(about('The domain that the passkey is for.', 'example.com')),
            name: z.string().meta(about('Name of the host.', 'Innkeeper')),
          })
          .describe('For whom the passkey is made.'),
        user: z
          .strictObject({
            id: z.string().meta(about('What the authenticator knows the user by, in base64url.', HANDLE)),
            name: z.string().meta(about('Address of the user.', 'ada@example.com')),
            displayName: z.string().meta(about('The same.', 'ada@example.com')),
          })
          .describe('Whose passkey it is.'),
        pubKeyCredParams: z
          .array(
            z.strictObject({
              type: z.enum(['public-key']).meta(about('The one kind there is.', 'public-key')),
              alg: z.int().meta(about('Algorithm of the signature, by its number in COSE.', -7)),
            }),
          )
          .describe('Signatures that are understood, the best first.'),
        timeout,
        excludeCredentials: z
          .array(CredentialDescriptor)
          .describe('Passkeys that the user has: none is made beside one of these.'),
        authenticatorSelection: z
          .strictObject({
            residentKey: z.enum(['required']).meta(about('The authenticator remembers whose it is.', 'required')),
            requireResidentKey: z.boolean().describe('The same, for older browsers.'),
            userVerification,
          })
          .describe('What it takes.'),
        attestation: z.enum(['none']).meta(about('Nobody asks who made the authenticator.', 'none')),
      })
      .describe('For `navigator.credentials.create`, by way of `PublicKeyCredential.parseCreationOptionsFromJSON`.'),
    expires_at,
  })
  .meta({ id: 'PasskeyCreation', description: 'What a browser is told to make a passkey.' });
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

export const PasskeyRequest = z
  .strictObject({
    public_key: z
      .strictObject({
        challenge,
        rpId: z.string().meta(about('The domain that the passkey is for.', 'example.com')),
        timeout,
        userVerification,
        allowCredentials: z
          .array(CredentialDescriptor)
          .describe('The passkeys that will do; empty: any of this domain, which the user chooses.'),
      })
      .describe('For `navigator.credentials.get`, by way of `PublicKeyCredential.parseRequestOptionsFromJSON`.'),
    expires_at,
  })
  .meta({ id: 'PasskeyRequest', description: 'What a browser is told to use a passkey.' });
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** Most bytes of anything here are in the key of an RSA certificate; a challenge, an origin and flags take some hundred. */
const MOST = 16_384;
const bytes = (description: string, example: string, most = MOST) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'Must be base64url.')
    .max(most)
    .meta(about(description, example));

const CLIENT_DATA =
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoid1VTTko1QUJuTGlUSW94Y1NLLWtOUWpaYjFiRUVjSGZaNGVMaEhRS2hBdyJ9';

/** Browsers add fields as WebAuthn grows, so those that nothing here reads are let pass. */
const credential = {
  id: bytes('Id of the credential.', CREDENTIAL, 1_400),
  rawId: bytes('The same.', CREDENTIAL, 1_400),
  type: z.literal('public-key').meta(about('The one kind there is.', 'public-key')),
};
const clientDataJSON = bytes('What the browser tells the authenticator, in base64url.', CLIENT_DATA);

export const NewPasskeyCredential = z
  .looseObject({
    ...credential,
    response: z
      .looseObject({
        clientDataJSON,
        attestationObject: bytes(
          'The new key, and what the authenticator says of it, in base64url.',
          'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
        ),
        transports: z
          .array(z.string().max(40))
          .max(20)
          .optional()
          .meta(about('How the authenticator is reached.', ['internal'])),
      })
      .describe('What the authenticator answered.'),
  })
  .meta({ id: 'NewPasskeyCredential', description: 'What `navigator.credentials.create` returns, by its `toJSON`.' });

export const PasskeyCredential = z
  .looseObject({
    ...credential,
    response: z
      .looseObject({
        clientDataJSON,
        authenticatorData: bytes(
          'Flags and counter of the authenticator, in base64url.',
          'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
        ),
        signature: bytes('Over both, in base64url.', 'MEUCIQDx5YqXnLFZYBGcWGUnKvM0hnQpCGXw4F8w', 2_048),
        userHandle: z
          .string()
          .max(128)
          .nullable()
          .optional()
          .meta(about('What the authenticator knows the user by, in base64url.', HANDLE)),
      })
      .describe('What the authenticator answered.'),
  })
  .meta({ id: 'PasskeyCredential', description: 'What `navigator.credentials.get` returns, by its `toJSON`.' });

const name = line(1, 100).meta(about('What to call it.', 'laptop'));

export const CreatePasskey = z
  .strictObject({ name, credential: NewPasskeyCredential.describe('What the browser has made.') })
  .meta({ id: 'CreatePasskey', description: 'A new passkey.' });

export const UpdatePasskey = z.strictObject({ name }).meta({ id: 'UpdatePasskey', description: 'Another name.' });
