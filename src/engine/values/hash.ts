/** Hashes a text; the rooms outside core provide SHA-256. Equal texts give equal digests. */
export type Hash = (text: string) => string;
