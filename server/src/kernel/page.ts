/** What a page for people is: a path and the HTML it answers with. */

export interface PageRequest {
  query: URLSearchParams
  cookies: Map<string, string>
}

export interface PageAnswer {
  status: number
  html?: string
  /** Another place to go to. */
  location?: string
  cookie?: string
}

export interface Page {
  path: string
  answer(request: PageRequest): Promise<PageAnswer>
}
