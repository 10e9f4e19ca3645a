/** What a page for people is: a path and the HTML it answers with. */
import type { PublicDocument } from '../public-document.ts'

export interface PageRequest {
  query: URLSearchParams
  /** What was sent with a form; nothing with a GET. */
  form: URLSearchParams
  cookies: Map<string, string>
}

export interface PageAnswer {
  status: number
  html?: string
  /** Another place to go to. */
  location?: string
  cookie?: string
}

export type Page = {
  path: string
  /** A form of our own pages is sent to it. Only such a page changes anything. */
  isForm?: boolean
  /** What its calls count as; a page unless told otherwise. */
  door?: 'pages' | 'signIns'
} & (
  | { answer(request: PageRequest): Promise<PageAnswer>; document?: undefined }
  /** The same bytes for everybody. */
  | { document(): Promise<PublicDocument>; answer?: undefined }
)
