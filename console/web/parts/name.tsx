import { texts } from '../texts/en/parts.ts';
import { Icon } from './icon.tsx';
import { isMisleading } from './is-misleading.ts';

/** Shows a name that somebody typed, in a run of its own. It cannot turn the text around it, and one that can be mistaken has a mark. */
export function Name({ text }: { text: string }) {
  return (
    <bdi>
      {text}
      {isMisleading(text) && (
        <span role="img" aria-label={texts.mixedScripts} title={texts.mixedScripts}>
          <Icon name="triangle-alert" size="small" />
        </span>
      )}
    </bdi>
  );
}
