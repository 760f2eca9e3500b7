import { parseConfiguration } from '../../src/core/settings/parse';
import { createHookAddress } from '../../src/node/transport/hookAddress';
import { HookServer } from '../../src/node/transport/hookServer';
import { openHooks } from '../fakes/windowHooks';
import { windowAt } from '../robustness/hookProcess';

/** A window that checks the calls of an agent in a terminal. */
export interface CheckingWindow {
  /** What its hooks inherit, so that they ask this window. */
  readonly environment: NodeJS.ProcessEnv;
  /** How many questions it was asked. */
  readonly questions: () => number;
  /** What it could not do. */
  readonly faults: readonly unknown[];
  readonly close: () => void;
}

/**
 * @param user settings as a person would write them
 * @param environment of the window
 */
export async function openWindow(user: object | undefined, environment: NodeJS.ProcessEnv): Promise<CheckingWindow> {
  const configuration = parseConfiguration({ user: { ...user }, environment });
  const faults: unknown[] = [];
  let questions = 0;
  const hooks = openHooks({
    configuration: () => configuration,
    report: (event) => event.kind === 'fault' && faults.push(event.error),
  });
  const address = createHookAddress();
  const server = new HookServer(
    address,
    (...question) => {
      questions += 1;
      return hooks.answer(...question);
    },
    (error) => faults.push(error),
  );
  await server.listen();
  return {
    environment: windowAt(address),
    questions: () => questions,
    faults,
    close: () => {
      server.dispose();
      hooks.dispose();
    },
  };
}
