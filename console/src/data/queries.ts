/** What screens read, kept in one cache: the key is the book, the path and the parameters of the call. */
import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { type Book, currentBook } from './book.ts'
import { type Answer, get, type Query } from './client.ts'
import { isReached, onReach } from './reach.ts'
import { Refusal } from './refusal.ts'

/** A page of a list. */
export interface Page<Row> {
  data: Row[]
  has_more: boolean
  next_cursor: string | null
}

const waits = new Set([429, 503])

/** Refusals are answers, not accidents; only what passes by itself is tried again. */
const mayPass = (failures: number, error: Error): boolean =>
  error instanceof Refusal ? failures < 3 && waits.has(error.problem.status) : failures < 1

/** No answer may be an accident of one connection. When it is not, all is read again as soon as there are answers. */
const waitMs = (failures: number, error: Error): number => {
  if (!(error instanceof Refusal)) return 300
  const told = Number(error.headers.get('retry-after'))
  return told > 0 ? told * 1_000 : Math.min(1_000 * 2 ** failures, 10_000)
}

/**
 * Somebody else changed what the screen shows: it is read again, whatever becomes of the question. A rehearsal is no path;
 * it names the version, and comes anew with the next one.
 */
const onError = (error: Error): void => {
  if (!(error instanceof Refusal) || error.code !== 'stale_version') return
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [, path] }) => String(path).startsWith('/') })
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 300_000,
      retry: mayPass,
      retryDelay: waitMs,
      refetchOnWindowFocus: true,
      // Whether there is a line is seen by calling: a service in the same house needs no internet.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What happened meanwhile is told by the log of events, which goes on from where it broke off.
onReach(() => {
  if (isReached()) void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
})

/** What was refused or not answered is forgotten, so that a screen it stopped can begin again. */
export const forgetFailures = (): void =>
  queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })

export type ReadKey = readonly [Book, string, Query]

export const recordQuery = <Body>(path: string, query: Query = {}, book: Book = currentBook()) =>
  queryOptions({
    queryKey: [book, path, query] as ReadKey,
    queryFn: ({ signal }) => get<Body>(path, { query, signal, book }),
  })

const listQuery = <Row>(path: string, query: Query = {}, book: Book = currentBook()) =>
  infiniteQueryOptions({
    queryKey: [book, path, query, 'pages'] as const,
    queryFn: ({ signal, pageParam }) =>
      get<Page<Row>>(path, { query: { limit: 50, ...query, cursor: pageParam }, signal, book }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ body }: Answer<Page<Row>>) => (body.has_more ? (body.next_cursor ?? undefined) : undefined),
  })

/** A record, its version and its request. Undefined data while it loads. */
export const useRecord = <Body>(path: string, query: Query = {}) => useQuery(recordQuery<Body>(path, query))

/** A record that has to be there before the component shows. */
export const useLoaded = <Body>(path: string, query: Query = {}): Body =>
  useSuspenseQuery(recordQuery<Body>(path, query)).data.body

/** A list page by page; the rows of the filter before stay until the new ones are there. */
export const useList = <Row>(path: string, query: Query = {}) =>
  useInfiniteQuery({ ...listQuery<Row>(path, query), placeholderData: shown => shown })

/** Everything read in a book is read again when next shown. */
export const refreshAll = (book: Book): Promise<void> => queryClient.invalidateQueries({ queryKey: [book] })

/** Everything read of these paths in a book is read again when next shown. */
export function refresh(book: Book, paths: readonly string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [of, path] }) =>
      of === book && typeof path === 'string' && paths.some(start => path === start || path.startsWith(`${start}/`)),
  })
}
