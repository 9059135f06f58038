/** Reports a failed command on stderr, as a sentence for people or as JSON for programs, and chooses its exit code. */
import { FatalStart } from '@innkeeper/apps/processes/messages';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { EmbeddedError } from '@innkeeper/db/embedded/error';
import { IncompatibleDatabase } from '@innkeeper/db/incompatible';
import { isNodeError } from '@innkeeper/engine/atomic';
import { EngineError } from '@innkeeper/engine/error';
import { Failure } from '@innkeeper/model/failures';
import { ApiError } from '@innkeeper/sdk/api-error';

/** Exit codes. `failed`: the command could not do its work. `usage`: the command line is not valid, with the common code of such errors. */
export const EXIT_CODES = { failed: 1, usage: 2 } as const;

/** Thrown for an invalid command line. `errors`: by flag or argument. */
export class UsageError extends Error {
  readonly errors: Record<string, string[]>;

  constructor(message: string, errors: Record<string, string[]> = {}) {
    super(message);
    this.name = 'UsageError';
    this.errors = errors;
  }
}

export interface CommandFailure {
  exitCode: number;
  /** Text for stderr, with its line break. */
  stderr: string;
}

/** Returns one clear sentence for a known error, and the message itself for any other. */
export function toCommandFailure(error: unknown, { json }: { json: boolean }): CommandFailure {
  const { code, message, errors, exitCode } = describe(error);
  if (json) return { exitCode, stderr: `${JSON.stringify({ code, message, ...(errors && { errors }) })}\n` };
  if (code === 'usage') return { exitCode, stderr: `error: ${message}\n(see ./innkeeper --help)\n` };
  return { exitCode, stderr: `innkeeper: ${code === 'internal' ? `internal error: ${message}` : message}\n` };
}

interface Described {
  /** Code of model/failures.ts, of the API or of the engine. Otherwise `usage` or `refused`. */
  code: string;
  message: string;
  errors?: Record<string, string[]>;
  exitCode: number;
}

function describe(error: unknown): Described {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return { code: 'usage', message, errors: error.errors, exitCode: EXIT_CODES.usage };
  if (error instanceof CommandError) return { code: 'refused', message, exitCode: error.exitCode };
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
  if (isNodeError(error, 'ENOSPC', 'EDQUOT'))
    return { code: 'refused', message: `The disk is full: ${message}. Free some space first.`, exitCode: EXIT_CODES.failed };
  if (error instanceof EngineError && error.code !== undefined) return { code: error.code, message, exitCode: EXIT_CODES.failed };
  const known = [EmbeddedError, IncompatibleDatabase, EngineError, FatalStart].some((kind) => error instanceof kind);
  return { code: known ? 'refused' : 'internal', message, exitCode: EXIT_CODES.failed };
}
