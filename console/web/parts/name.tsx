import { Icon } from './icon.tsx';
import { isMisleading } from './is-misleading.ts';
import css from './name.module.css';
import { texts } from './texts.ts';

/** Number of characters from which on a name may break anywhere. Shorter names fit into a column of a table, which keeps them whole. */
const LONG = 24;

/** Shows a typed name in isolation, so that its direction cannot affect the surrounding text. Names that can be mistaken are marked. */
export function Name({ text }: { text: string }) {
  return (
    <bdi className={text.length >= LONG ? css.long : undefined}>
      {text}
      {isMisleading(text) && (
        <span role="img" aria-label={texts.mixedScripts} title={texts.mixedScripts}>
          <Icon name="triangle-alert" size="small" />
        </span>
      )}
    </bdi>
  );
}
