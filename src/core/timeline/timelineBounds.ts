/** What a timeline keeps at most. */
export interface TimelineBounds {
  readonly conversations: number;
  readonly callsPerConversation: number;
  /** Of one result. */
  readonly resultCharacters: number;
  /** Larger arguments are not kept. */
  readonly argumentCharacters: number;
  /** Of all arguments and results together; the oldest are dropped first. */
  readonly totalCharacters: number;
}

export const TIMELINE_BOUNDS: TimelineBounds = {
  conversations: 50,
  callsPerConversation: 10_000,
  resultCharacters: 2_000,
  argumentCharacters: 20_000,
  totalCharacters: 20_000_000,
};
