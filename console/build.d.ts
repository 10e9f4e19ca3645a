/** Whether console/dist is newer than the sources. */
export function isFresh(): boolean
export function build(): Promise<void>
