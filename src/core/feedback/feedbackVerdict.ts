/** What a person says of a call: nothing was wrong with it, or it was part of a loop. */
export type FeedbackVerdict = 'fine' | 'loop';
