/** For what can only be a mistake of ours; what a caller can cause is a Problem instead. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`)
}
