/** What is known of a run that is to be ended. */
export interface AgentRun {
  /** Agents of other conversations are at work, which must not be hit. */
  readonly othersAtWork: boolean;
  /** The hook process of the refused call has been ended, as VS Code does when it cancels the run. */
  readonly hookGone: AbortSignal;
}

/** A call by the id that its surface gave it. */
export interface NamedCall {
  readonly conversationId: string;
  readonly callId: string;
}

/** What a person is told of a stop outside of the chat, with the call that it is about. */
export interface Notice {
  readonly text: string;
  readonly call: NamedCall;
}

/** What a person can do about a stop in whose chat nothing can be written. */
export interface StopWays {
  /** What they may tell the agent, unless it runs where nothing can be put into its input, as in a terminal. */
  readonly steering: string | undefined;
  /** Where VS Code opens the chat; undefined where that is not known. */
  readonly chat: string | undefined;
}

/** What is told in a notification where a chat is not in front. */
export interface AwayNotice extends Notice {
  /** Whether the chat is probably not in front, where VS Code does not tell. */
  readonly isProbablyAway: boolean;
}

/** Ends the agent's run in a conversation. */
export interface AgentControl {
  /**
   * Resolves when the run is cancelled. Cancelled before the hook answers, the agent cannot reach its next
   * model request; cancelled after the answer, it sometimes does (measured, no safe moment exists).
   * @returns whether VS Code says that the run has ended
   */
  cancel(conversationId: string, run: AgentRun): Promise<boolean>;
  /**
   * Sends a message to `@loopguard` in the chat that had the focus last; its answer is always seen. The focus stays
   * where the person has it, or is taken only while nobody types.
   * @param notice what a notification tells, which leads to the chat, where another chat is in front; left out where
   * the person has just used the chat
   */
  ask(conversationId: string, message: string, notice?: AwayNotice): Promise<void>;
  /**
   * Ends the run of an agent in a chat that cannot be named, such as one of the Agent Host: what answers in the chat
   * that had the focus last is cancelled, unless other agents are at work, one of which it might be. Waits a little
   * before it asks: an agent that was asked something a moment ago has called no hook yet.
   * @returns whether VS Code was asked to cancel
   */
  cancelForeign(areOthersAtWork: () => boolean): Promise<boolean>;
  /**
   * Tells the person of something that runs no more, where no chat can be written to.
   * @param call the call that is told of; without it the way on leads to the timeline as a whole
   */
  tell(text: string, call?: NamedCall): void;
  /** Tells the person of a stop in a notification that stays until they have answered it. */
  tellStop(notice: Notice, ways: StopWays): void;
  /** Stops the agent of a chat because the person wants it. */
  stop(conversationId: string, othersAtWork: boolean): Promise<void>;
  /**
   * Tells the person of an agent that is still running. It does not take the focus.
   * @param stop undefined where nothing can stop the agent
   */
  tellRunning(text: string, call: NamedCall, stop: (() => Promise<void>) | undefined): void;
}
