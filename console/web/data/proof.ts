/** Requests a proof of identity from the person, through a dialog of the shell. */

type OpenProofDialog = () => Promise<boolean>;

let openDialog: OpenProofDialog | undefined;

/** Sets the dialog. Returns a function that removes it. */
export function setProofDialog(dialog: OpenProofDialog): () => void {
  openDialog = dialog;
  return () => {
    if (openDialog === dialog) openDialog = undefined;
  };
}

/** Opens the dialog. Resolves to whether the person proved their identity. */
export async function askForProof(): Promise<boolean> {
  return openDialog === undefined ? false : openDialog();
}
