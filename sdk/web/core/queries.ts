/** Reads and writes of routes in components, on one cache that the server's prefetched replies fill. */
import {
  QueryClient,
  type QueryFunctionContext,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type UseInfiniteQueryResult,
  type InfiniteData,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Contract, Route, RouteInput, RouteReply } from '../../core/contract.ts'
import type { AtriumError } from '../../core/errors.ts'
import type { BootData } from './boot.ts'
import { type AnyInput, call } from './client.ts'

type AnyRoute = Route<any, any>
type Input<R> = {} extends RouteInput<R> ? [input?: RouteInput<R>] : [input: RouteInput<R>]
/** A write without params and body is called without an argument. */
export type WriteInput<R> = unknown extends RouteInput<R> ? void : {} extends RouteInput<R> ? RouteInput<R> | void : RouteInput<R>

/** A reply is taken as fresh this long; realtime events say earlier when it is not. */
const FRESH_MS = 15_000
const KEPT_MS = 10 * 60_000

export const queryClient = new QueryClient({
  defaultOptions: {
    // The client repeats what is worth repeating; a second layer would multiply the waiting.
    queries: { refetchOnWindowFocus: false, retry: false, staleTime: FRESH_MS, gcTime: KEPT_MS },
    mutations: { retry: false },
  },
})

const asText = (part: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(part)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, typeof value === 'number' || typeof value === 'boolean' ? String(value) : value]),
  )
/** Addresses carry text, so `12` and `'12'` are one key, and an empty part is no part. */
function normalise(input: AnyInput): AnyInput | undefined {
  const parts = Object.entries(input).filter(([, part]) => part !== undefined)
  const entries = parts.map(([name, part]) => [name, name === 'body' ? part : asText(part as Record<string, unknown>)] as const)
  const filled = entries.filter(([, part]) => typeof part !== 'object' || part === null || Object.keys(part).length > 0)
  return filled.length ? Object.fromEntries(filled) : undefined
}
const PAGES = 'pages'
const keyOf = (plugin: string, name: string, input?: unknown): unknown[] => {
  const part = input === undefined || input === null ? undefined : normalise(input as AnyInput)
  return part === undefined ? [plugin, name] : [plugin, name, part]
}

/** The cache key of a route, or of one of its replies: `['posts', 'show', { params: { id: '12' } }]`. */
export const queryKey = (route: AnyRoute, input?: unknown): unknown[] => keyOf(route.plugin, route.name, input)
const pagesKey = (route: AnyRoute, input?: unknown): unknown[] => [route.plugin, route.name, PAGES, ...queryKey(route, input).slice(2)]

/** Puts replies that came with the page, or at a moment with another reply, into the cache, so that the screen needs no call. What was read later stays. */
export function hydrate(prefetch: BootData['prefetch'] = [], updatedAt = Date.now()): void {
  const put = (key: unknown[], data: unknown) => {
    if ((queryClient.getQueryState(key)?.dataUpdatedAt ?? 0) < updatedAt) queryClient.setQueryData(key, data, { updatedAt })
  }
  for (const { key, data } of prefetch) {
    const [plugin, name, input] = key as [string, string, unknown]
    put(keyOf(plugin, name, input), data)
    if (isPage(data)) put([plugin, name, PAGES, ...keyOf(plugin, name, input).slice(2)], { pages: [data], pageParams: [null] })
  }
}

export interface Page<T = unknown> {
  page: number
  has_next_page: boolean
  next_cursor?: string | null
  records: T[]
}
const isPage = (data: unknown): data is Page => typeof data === 'object' && data !== null && 'records' in data && 'has_next_page' in data

/** @typeParam Data what has been read so far: the reply, or the pages of a list */
export interface ReadOptions<Data = unknown> {
  enabled?: boolean
  /** Milliseconds for which a reply is taken as fresh; default 15 s. */
  staleTime?: number
  /** Milliseconds between repeats while the screen is shown; a function says by what was read last whether to ask again. */
  refetchInterval?: number | false | ((read: Data | undefined) => number | false)
  /** Shows the reply to the previous input until the new one is there: filters and paging by number. */
  keepPrevious?: boolean
}

/** Our options in TanStack Query's terms. */
const ownOptions = ({ keepPrevious, refetchInterval, ...rest }: ReadOptions = {}) => ({
  ...rest,
  ...(keepPrevious ? { placeholderData: (previous: unknown) => previous } : {}),
  refetchInterval: typeof refetchInterval === 'function' ? ({ state }: { state: { data?: unknown } }) => refetchInterval(state.data) : refetchInterval,
})

/** Reads a route. `isPending`, `error` and `data` cover the states of a screen; see `Query` of the UI kit. */
export function useRead<R extends AnyRoute>(
  route: R,
  ...[input, options]: [...Input<R>, options?: ReadOptions<RouteReply<R>>] | [input: RouteInput<R> | undefined, options?: ReadOptions<RouteReply<R>>]
): UseQueryResult<RouteReply<R>, AtriumError> {
  return useQuery({
    queryKey: queryKey(route, input),
    queryFn: ({ signal }: QueryFunctionContext) => (call as Function)(route, input, { signal }) as Promise<RouteReply<R>>,
    ...ownOptions(options as ReadOptions | undefined),
  } as never) as UseQueryResult<RouteReply<R>, AtriumError>
}

/** Reads a list page by page: by `next_cursor` where the route gives one, else by number. */
export function useReadPages<R extends AnyRoute>(
  route: R,
  ...[input, options]: [input?: RouteInput<R>, options?: ReadOptions<InfiniteData<RouteReply<R>>>]
): UseInfiniteQueryResult<InfiniteData<RouteReply<R>>, AtriumError> {
  const given = (input ?? {}) as AnyInput
  return useInfiniteQuery({
    queryKey: pagesKey(route, input),
    initialPageParam: null as Record<string, unknown> | null,
    queryFn: ({ signal, pageParam }: QueryFunctionContext<unknown[], Record<string, unknown> | null>) =>
      (call as Function)(route, { ...given, query: { ...given.query, ...pageParam } }, { signal }) as Promise<RouteReply<R>>,
    getNextPageParam: (last: unknown) =>
      !isPage(last) || !last.has_next_page ? undefined : last.next_cursor ? { cursor: last.next_cursor } : { page: last.page + 1 },
    ...ownOptions(options as ReadOptions | undefined),
  } as never) as never
}

export interface QueryCache {
  /**
   * Changes what is cached of a route; of a list every loaded page. Without an input every cached reply of it.
   * Returns a function that puts the former state back.
   */
  update<R extends AnyRoute>(route: R, input: RouteInput<R> | undefined, change: (reply: RouteReply<R>) => RouteReply<R>): () => void
  /** Marks replies as stale and reads anew those on screen: of one route, one input of it, or a whole plugin. */
  invalidate(target: AnyRoute | Pick<Contract, 'id'>, input?: unknown): Promise<void>
  /** Puts replies of other routes that came with one into the cache; `at` is its `dataUpdatedAt`. What was read later stays. */
  add(replies: { key: unknown[]; data: unknown }[], at: number): void
  /** The cached reply, if there is one. */
  get<R extends AnyRoute>(route: R, ...input: Input<R>): RouteReply<R> | undefined
}

/** A first read under way may have been answered from before the change, and TanStack Query would wait for it instead of asking again. */
async function makeStale(key: unknown[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: key, type: 'active', predicate: ({ state }) => state.data === undefined })
  await queryClient.invalidateQueries({ queryKey: key })
}

const cache: QueryCache = {
  update(route, input, change) {
    const whole = input === undefined
    const queries = [
      ...queryClient.getQueriesData({ queryKey: queryKey(route, input), exact: !whole }),
      ...(whole ? [] : queryClient.getQueriesData({ queryKey: pagesKey(route, input), exact: true })),
    ]
    for (const [key, data] of queries) {
      if (data === undefined) continue
      void queryClient.cancelQueries({ queryKey: key, exact: true })
      const paged = key[2] === PAGES ? (data as InfiniteData<never>) : null
      queryClient.setQueryData(key, paged ? { ...paged, pages: paged.pages.map(change) } : change(data as never))
    }
    return () => {
      for (const [key, data] of queries) queryClient.setQueryData(key, data)
    }
  },
  async invalidate(target, input) {
    if (!('path' in target)) return makeStale([target.id])
    await makeStale(queryKey(target, input))
    if (input !== undefined) await makeStale(pagesKey(target, input))
  },
  add: hydrate,
  get: (route, ...[input]) => queryClient.getQueryData(queryKey(route, input)),
}
/** The cache of replies, for optimistic changes and for events that make replies stale. */
export const useQueryCache = (): QueryCache => cache

export interface WriteOptions<R> {
  onSuccess?: (reply: RouteReply<R>, input: WriteInput<R>) => unknown
  onError?: (error: AtriumError, input: WriteInput<R>) => unknown
  /** What the write makes stale: routes, or contracts for all of their routes. */
  invalidates?: readonly (AnyRoute | Pick<Contract, 'id'>)[]
  /** Changes the cache before the server has answered; what it returns is called when the write fails. */
  optimistic?: (cache: QueryCache, input: WriteInput<R>) => (() => void) | undefined
}

/** Writes that are on their way. The same one pressed again meanwhile is that one: two presses are one act. */
const underWay = new Map<string, Promise<unknown>>()
function once<R extends AnyRoute>(route: R, input: WriteInput<R>): Promise<RouteReply<R>> {
  const key = `${route.method} ${route.path} ${JSON.stringify(input)}`
  const known = underWay.get(key)
  if (known) return known as Promise<RouteReply<R>>
  const sent = ((call as Function)(route, input) as Promise<RouteReply<R>>).finally(() => underWay.delete(key))
  underWay.set(key, sent)
  return sent
}

/** Writes through a route: `mutateAsync(input)` rejects with an AtriumError, which `error` holds too. */
export function useWrite<R extends AnyRoute>(
  route: R,
  options: WriteOptions<R> = {},
): UseMutationResult<RouteReply<R>, AtriumError, WriteInput<R>, (() => void) | undefined> {
  const { onSuccess, onError, invalidates, optimistic } = options
  return useMutation({
    mutationKey: useMemo(() => queryKey(route), [route]),
    mutationFn: (input: WriteInput<R>) => once(route, input),
    onMutate: (input) => optimistic?.(cache, input),
    onSuccess: (reply, input) => {
      // Not waited for: whoever wrote goes on while lists behind are read anew.
      for (const target of invalidates ?? []) void cache.invalidate(target)
      return onSuccess?.(reply, input)
    },
    onError: (error: AtriumError, input, revert) => {
      revert?.()
      onError?.(error, input)
    },
  })
}
