/** What a page for people is: a path and the HTML it answers with. */
import type { PublicDocument } from '../public-document.ts'

export interface PageRequest {
  query: URLSearchParams
  /** What was sent with a form; nothing with a GET. */
  form: URLSearchParams
  /** Of the session the browser has. */
  token: string | undefined
  from: { address: string; browser: string }
}

export interface PageAnswer {
  status: number
  html?: string
  /** Another place to go to. */
  location?: string
  /** Of the session the browser has from now on; null: none. */
  token?: string | null
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
