import type { Notice } from '../chatPanel/agentControl';

/** What the person is told of a stop outside of the chat. */
export interface StopNotice extends Notice {
  /** What they are told instead where the agent goes on although its calls are blocked. */
  readonly blocking: string;
  /** What they may tell the agent. */
  readonly steering: string;
}
