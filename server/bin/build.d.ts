/** Translates the sources of the server, unless server/dist is newer. */
export function ensureBuilt(): Promise<void>
