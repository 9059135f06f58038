import { Fragment } from 'react';
import { Name } from './name.tsx';
import { texts } from './texts.ts';

/** Maximum number of names in a title. */
const MAX_NAMES = 5;

/** Shows the first five typed names, and the number of the others. */
export function Names({ names }: { names: readonly string[] }) {
  const shown = names.slice(0, MAX_NAMES);
  return (
    <>
      {shown.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two servers may have one name
        <Fragment key={index}>
          {index > 0 && ', '}
          <Name text={name} />
        </Fragment>
      ))}
      {names.length > shown.length && texts.andMore(names.length - shown.length)}
    </>
  );
}
