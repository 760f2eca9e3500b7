import { isOlder } from '../protection/version';
import { inEnglish, type Translate } from '../words/language';

/** Which parts of the VS Code API this editor has, as far as the guard depends on them. */
interface Capabilities {
  /** VS Code's own version, such as `1.114.0`. */
  readonly version: string;
  readonly hasModelProviders: boolean;
  readonly hasParticipants: boolean;
}

/** From here on VS Code knows `contributes.chatPlugins`; docs/contributing/evidence.md says how this was found. */
const HOOKS_SINCE = '1.114';
const MODEL_PROVIDERS_SINCE = '1.104';
const PARTICIPANTS_SINCE = '1.90';

/**
 * Which capabilities this VS Code lacks, what that means, and which version brings them. Hooks cannot
 * be asked for, so they are taken to be there from the first version that has them on.
 * @returns one line, or undefined when none is missing
 */
export function missingCapabilitiesText(
  { version, hasModelProviders, hasParticipants }: Capabilities,
  translate: Translate = inEnglish,
): string | undefined {
  const missing = [
    ...(isOlder(version, HOOKS_SINCE)
      ? [
          translate('its own agent isn’t guarded (hooks from extensions require VS Code {since} or later)', {
            since: HOOKS_SINCE,
          }),
        ]
      : []),
    ...(hasModelProviders
      ? []
      : [
          translate('there are no guarded models (they require VS Code {since} or later)', {
            since: MODEL_PROVIDERS_SINCE,
          }),
        ]),
    ...(hasParticipants
      ? []
      : [
          translate('there is no @loopguard (chat participants require VS Code {since} or later)', {
            since: PARTICIPANTS_SINCE,
          }),
        ]),
  ];
  return missing.length === 0
    ? undefined
    : translate('Tool Loop Guard is limited in VS Code {version}: {missing}. Everything else works.', {
        version,
        missing: missing.join('; '),
      });
}
