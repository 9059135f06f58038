import { texts } from '../texts/en/parts.ts';
import { Icon } from './icon.tsx';
import { isMisleading } from './is-misleading.ts';

/** Shows a typed name in isolation, so that its direction cannot affect the surrounding text. Names that can be mistaken are marked. */
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
