/** Where the built console is found, and when. */

export interface ConsoleSource {
  /** Where a build puts its files. */
  readonly folder: string
  /** Resolves when the build that goes on beside the start has ended, well or not; at once when there was none. */
  readonly ended: Promise<unknown>
  /** Where browsers send files themselves, when it is not this service. */
  readonly uploadOrigin?: string | undefined
  /** For tests: another time to wait for the build. */
  readonly waitMs?: number
}
