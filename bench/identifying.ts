import { ConversationSettings } from '../src/core/settings/conversationSettings';
import { parseConfiguration } from '../src/core/settings/parse';
import { parseArguments } from '../src/engine/values/canonical';
import { identify } from '../src/engine/facts/callFacts';
import { digestOf } from '../src/node/files/hash';
import type { BenchCall } from './calls';
import type { Subject } from './subject';

export class IdentifyingSubject implements Subject {
  readonly #settings = new ConversationSettings(() => CONFIGURATION);

  step({ tool, arguments: given }: BenchCall): unknown {
    const parsed = parseArguments(given);
    const settings = this.#settings.settingsFor({ conversationId: 'one', tool, parsed, model: undefined });
    return identify({ id: 'one', tool, arguments: given }, parsed, settings, digestOf);
  }
}

const CONFIGURATION = parseConfiguration({});
