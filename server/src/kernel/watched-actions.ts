/** The actions of a book that workflow steps are about; kept with the book. */

/** Actions by the kind of document and their key: `batch advance_phase`. */
export interface WatchedActions {
  /** These start steps. */
  starts: readonly string[]
  /** A step may hold these back. */
  holds: readonly string[]
  /** Kinds of documents that may have steps. */
  objects: readonly string[]
}

export const watchedName = (object: string, action: string): string => `${object} ${action}`
