/** Runs operations of the staff. A refusal (`Failure`) is an expected result. */
import { Failure } from '@innkeeper/model/failures';
import type { Operator } from '../operator.ts';
import type { Business } from './business.ts';

/** Runs an operation, and tells its input and whether it was refused. */
export async function runOperator(
  { place, tell }: Business,
  name: Parameters<Operator['run']>[0],
  input: Record<string, unknown>,
): Promise<void> {
  try {
    await place.operator.run(name, input);
    tell(`  ${name} ${JSON.stringify(input)}`);
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'internal') throw error;
    tell(`  ${name} ${JSON.stringify(input)}: ${error.code}`);
  }
}
