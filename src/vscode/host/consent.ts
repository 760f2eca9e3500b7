import { translate } from './translate';
import { prompts } from './prompts';

/** What a person is asked before files of other programs are changed. */
interface Consent {
  readonly question: string;
  readonly detail: string;
  /** What the button says. */
  readonly yes: string;
}

/** Where the changes can be read before they are made. */
interface Preview {
  show(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Asks in a way that doesn't go away by itself: in a dialog, and above the changes where the person wants to read them
 * first.
 */
export async function consents({ question, detail, yes }: Consent, preview?: Preview): Promise<boolean> {
  const showChanges = translate('Show Changes');
  const answers = preview === undefined ? [yes] : [yes, showChanges];
  const answer = await prompts.showInformationMessage(question, { modal: true, detail }, ...answers);
  if (answer !== showChanges || preview === undefined) {
    return answer === yes;
  }
  await preview.show();
  try {
    const options = { title: question, ignoreFocusOut: true };
    return (await prompts.showQuickPick([yes, translate('Cancel')], options)) === yes;
  } finally {
    await preview.close();
  }
}
