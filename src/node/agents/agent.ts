import { join } from 'node:path';
import type { MachineFacts } from '../../core/protection/facts';
import type { ReasonId } from '../../core/protection/reasons';
import type { Translate } from '../../core/words/language';
import type { Harness } from '../wire/harness';

/** Where to look, and what the rules of the place are. */
export interface Place {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/** A group of hooks, as it stands in the list of an event. */
export interface HookGroup {
  readonly hooks: readonly object[];
}

/** The sessions of an agent in one place: a terminal, or a chat of the window. */
interface Sessions<Type extends string> {
  readonly type: Type;
  /** How they are told from those of VS Code's own agent, a product's name; undefined for those. */
  readonly name?: string;
  /**
   * Whether a stop ends the whole run with all its subagents. VS Code cancels the run of a chat, and nothing ends a
   * subagent of Copilot's runtime; in Claude's, the answer to a subagent's call ends that subagent only.
   */
  readonly endsAsAWhole?: true;
}

/** What guards an agent outside VS Code. */
type Guarding =
  /** Lines in a JSON file of its own, by the events that they stand under. */
  | {
      readonly kind: 'lines';
      readonly file: string;
      readonly lines: (plugin: string, place: Place) => Readonly<Record<string, HookGroup>>;
      /** Lines of an earlier version that stay as they are. */
      readonly earlierLines?: (plugin: string, place: Place) => Readonly<Record<string, HookGroup>>;
    }
  /** A program that it loads, and that needs no Node of its own. */
  | { readonly kind: 'module'; readonly file: string; readonly text: (plugin: string) => string }
  /** A file of hooks that is entirely ours. */
  | { readonly kind: 'copilotFile' };

/** An agent as a program of its own, which hooks can be installed for. */
interface Outside {
  /** A product's name, the same in every language. */
  readonly name: string;
  /** What its program is called on the PATH. */
  readonly program: string;
  /** The folder of its settings. */
  readonly folder: (place: Place) => string;
  readonly guard: Guarding;
  /** Where it keeps which plugins are on; left out where ours is none. */
  readonly plugins?: 'settings' | 'configTables';
  /** How the person has it trust hooks, where it runs no others. */
  readonly trust?: (translate: Translate) => string;
  /** What ends a run; left out where no hook does. */
  readonly ends?: {
    /** The first version that is known to end a run when a hook says so. */
    readonly since: string;
    /** What a version before that does. */
    readonly before: 'later' | 'unknown';
    readonly how: 'yes' | 'shellAndEdits';
  };
  /** The kind of its sessions in the table of the protection, and everything that is in its way. */
  readonly protection: {
    readonly id: string;
    readonly name?: (translate: Translate) => string;
    readonly obstacles: (machine: MachineFacts) => readonly ReasonId[];
  };
}

/** Everything that is particular to one agent. */
export interface AgentRow<Type extends string = string> {
  /** Its name on the command line, of its harness, and in telemetry. */
  readonly id: string;
  readonly harness: Harness;
  readonly sessions: { readonly terminal?: Sessions<Type>; readonly chat?: Sessions<Type> };
  /** Left out for VS Code's own agent. */
  readonly outside?: Outside;
}

/** An agent outside VS Code. */
export type OutsideAgent = Outside & { readonly id: string };

/** Describes one agent. Nothing else has to know about it, except the list in `registry.ts`. */
export function defineAgent<const Type extends string>({
  wire,
  ...row
}: Omit<AgentRow<Type>, 'harness'> & { readonly wire: Omit<Harness, 'name'> }): AgentRow<Type> {
  return { ...row, harness: { ...wire, name: row.id } };
}

/** Seconds after which an agent continues without an answer. */
export const TIMEOUT_SECONDS = 20;

/** A list of hooks, one for each event. */
export function groups<Route extends string>(
  events: Readonly<Record<string, Route>>,
  hook: (route: Route) => object,
): Record<string, HookGroup> {
  return Object.fromEntries(Object.entries(events).map(([event, route]) => [event, { hooks: [hook(route)] }]));
}

/** The file that an agent's lines or module stand in. */
export function guardFile({ guard, folder }: OutsideAgent, place: Place): string {
  return join(folder(place), guard.kind === 'copilotFile' ? join('hooks', 'tool-loop-guard.json') : guard.file);
}
