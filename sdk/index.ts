/** A typed client of the Innkeeper API. See README.md. */
export * from './api.gen.ts';
export { ApiError, type ErrorCode as AnyErrorCode } from './api-error.ts';
export type { ClientOptions } from './assemble.ts';
export { createClient } from './client.ts';
export * from './errors.gen.ts';
export type {
  CallOptions,
  FileReply,
  Input,
  Listing,
  OperationName,
  Output,
  ReplyInfo,
  StreamOptions,
  StreamState,
} from './types.ts';
export { OperationFailed, type WaitOptions, WaitTimeout, waitForOperation, waitForServer, waitUntilUnlocked } from './wait.ts';
export { type VerifyOptions, verifyWebhook, type WebhookEvent, WebhookVerificationError } from './webhooks.ts';
