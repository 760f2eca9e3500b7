import * as z from 'zod/mini';

type OrUndefined<Output> = z.ZodMiniOptional<
  z.ZodMiniPipe<z.ZodMiniUnknown, z.ZodMiniTransform<Output | undefined, unknown>>
>;

/**
 * What the schema makes of a value, or undefined for a value that doesn't fit it. `z.catch` does the same, and brings
 * 6 kB of other parts of Zod with it, which every window would load.
 */
export function orUndefined<Schema extends z.ZodMiniType>(schema: Schema): OrUndefined<z.output<Schema>> {
  const fitting = z.transform((value): z.output<Schema> | undefined => schema.safeParse(value).data);
  return z.optional(z.pipe(z.unknown(), fitting));
}
