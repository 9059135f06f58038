/** The reason why an image could not be built: a mirror lacks packages, a mirror is too slow, or another error. */
export type EngineErrorCode = 'packages_unavailable' | 'mirror_too_slow' | 'image_build_failed';

/** The failure of an engine operation. `retryable` is false if a retry cannot help, for example with a missing image. */
export class EngineError extends Error {
  readonly kind: 'absent' | 'image' | 'disk_full' | 'network' | 'host' | 'timeout' | 'guest' | 'unsupported';
  readonly retryable: boolean;
  /** Stable code for programs, if the kind is too coarse. */
  readonly code: EngineErrorCode | undefined;

  constructor(
    kind: EngineError['kind'],
    message: string,
    options: { retryable?: boolean; cause?: unknown; code?: EngineErrorCode | undefined } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'EngineError';
    this.kind = kind;
    this.retryable = options.retryable ?? true;
    this.code = options.code;
  }
}
