/** Asks the person for a proof that it is them, by a dialog of the shell. */

type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/** Tells which dialog asks. Returns the act that ends this. */
export function setProofDialog(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = undefined;
  };
}

/** Opens the dialog. Resolves to whether the person gave a proof. */
export async function askForProof(): Promise<boolean> {
  return ask === undefined ? false : ask();
}
