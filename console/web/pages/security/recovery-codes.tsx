import { Button } from '../../parts/button.tsx';
import { useCopy } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { texts as partTexts } from '../../parts/texts.ts';
import { texts as sharedTexts } from '../../shared/texts.ts';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows recovery codes, once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');
  const [isCopied, copy] = useCopy(text);
  const download = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
    link.download = 'recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Dialog
      title={texts.recoveryCodes}
      // Only the button closes it: the codes are never shown again.
      onClose={() => undefined}
      actions={
        <>
          <Button icon={isCopied ? 'check' : 'copy'} onPress={copy}>
            {isCopied ? partTexts.copied : sharedTexts.copy}
          </Button>
          <Button onPress={download}>{texts.download}</Button>
          <Button kind="main" onPress={onClose}>
            {texts.stored}
          </Button>
        </>
      }
    >
      <p>{texts.codesWhat}</p>
      <ul className={css.codes} aria-label={texts.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
