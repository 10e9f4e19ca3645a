/** Whether server/dist is newer than the sources. */
export function isFresh(): boolean
export function build(): void
