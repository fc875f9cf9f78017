/** Loads one space: shows what is cached first, then what the server answers. */
import { useQueryCache, useRead } from '@atrium/sdk/web'
import contract, { type Space } from '../../contract.ts'
import { SIDEBAR } from './useSidebar.ts'

const { routes } = contract
export type LoaderState = 'LOADING' | 'LOADED' | 'REFRESHING' | 'ERROR'

export function useSpace(slug: string) {
  const cache = useQueryCache()
  const input = { params: { slug } }
  const query = useRead(routes.bySlug, input)
  const { data, isError, isFetching } = query
  const state: LoaderState = isError ? 'ERROR' : !data ? 'LOADING' : isFetching ? 'REFRESHING' : 'LOADED'
  return {
    query,
    state,
    /** What the sidebar knows of it already: the head can stand while the rest comes. */
    listed: cache.get(routes.list, SIDEBAR)?.records.find((space) => space.slug === slug),
    /** Changes the cached space; gives back how to undo it. @throws Error before the space is loaded */
    update(change: (space: Space) => Space): () => void {
      if (!data) throw new Error(`the space ${slug} is not loaded yet`)
      return cache.update(routes.bySlug, input, change)
    },
  }
}
