import { FeatureOnDemand, type Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import type { registerRecordingCommands } from './recordingCommands';

/** Registers recording conversations, which is loaded when a setting or a command asks for it. */
export function registerRecording(
  window: GuardWindow,
  load: () => { readonly registerRecordingCommands: typeof registerRecordingCommands },
): Registered<'recording'> {
  const { settings } = window;
  const recording = new FeatureOnDemand('recording', window, () => load().registerRecordingCommands(window));
  const startIfSet = (): void => {
    if (settings.current.window.recordConversations !== 'off') {
      recording.start();
    }
  };
  startIfSet();
  return { parts: [settings.onDidChange(startIfSet)], commands: recording.commands };
}
