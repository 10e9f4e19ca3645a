/** What a page for people is: a path and the document it answers with, or another place to go to. */
import type { PublicDocument } from '../public-document.ts'

export type Page =
  | { path: string; location: string }
  /** The same bytes for everybody. */
  | { path: string; document(): Promise<PublicDocument> }
