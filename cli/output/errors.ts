/** Reports a failed command on stderr, as a sentence for people or as JSON for programs, and chooses its exit code. */
import { FatalStart } from '@innkeeper/apps/processes/messages';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { EmbeddedError } from '@innkeeper/db/embedded/error';
import { IncompatibleDatabase } from '@innkeeper/db/incompatible';
import { EngineError } from '@innkeeper/engine/compute/port';
import { Failure } from '@innkeeper/model/failures';
import { ApiError } from '@innkeeper/sdk/api-error';

/** 1: what was asked cannot be done; 2: a usage error, as with most commands. */
export const EXIT_CODES = { failed: 1, usage: 2 } as const;

/** The command line is not valid. `errors`: by flag or argument. */
export class UsageError extends Error {
  readonly errors: Record<string, string[]>;

  constructor(message: string, errors: Record<string, string[]> = {}) {
    super(message);
    this.name = 'UsageError';
    this.errors = errors;
  }
}

export interface Ending {
  exitCode: number;
  /** With its line break. */
  stderr: string;
}

/** One clear sentence for known errors, the message itself for others. */
export function endingOf(error: unknown, { json }: { json: boolean }): Ending {
  const { code, message, errors, exitCode } = describe(error);
  if (json) return { exitCode, stderr: `${JSON.stringify({ code, message, ...(errors && { errors }) })}\n` };
  if (code === 'usage') return { exitCode, stderr: `error: ${message}\n(see ./innkeeper --help)\n` };
  return { exitCode, stderr: `innkeeper: ${code === 'internal' ? `internal error: ${message}` : message}\n` };
}

interface Described {
  /** A code of model/failures.ts, of the API or of the engine; `usage`, or `refused` for what has none. */
  code: string;
  message: string;
  errors?: Record<string, string[]>;
  exitCode: number;
}

function describe(error: unknown): Described {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return { code: 'usage', message, errors: error.errors, exitCode: EXIT_CODES.usage };
  if (error instanceof Refusal) return { code: 'refused', message, exitCode: error.exitCode };
  if (error instanceof Failure) {
    const { errors } = error.details;
    return { code: error.code, message, ...(errors && { errors }), exitCode: EXIT_CODES.failed };
  }
  if (error instanceof ApiError) {
    const lines = Object.entries(error.errors).map(([field, sentences]) => `\n  ${field}: ${sentences.join(' ')}`);
    return {
      code: error.code,
      message: `The API refused the request: ${message}${lines.join('')}`,
      errors: error.errors,
      exitCode: EXIT_CODES.failed,
    };
  }
  if (error instanceof EngineError && error.code !== undefined) return { code: error.code, message, exitCode: EXIT_CODES.failed };
  const known = [EmbeddedError, IncompatibleDatabase, EngineError, FatalStart].some((kind) => error instanceof kind);
  return { code: known ? 'refused' : 'internal', message, exitCode: EXIT_CODES.failed };
}
