/** Spaces and groups that can be mentioned: those of the sidebar, which are in the cache already. */
import type { Route } from '../../core/contract.ts'
import { useRead } from '../core/queries.ts'
import type { MentionHit } from './props.ts'
import { bareText } from '../../core/rules/texts.ts'

interface Sidebar {
  records: { id: number; slug: string; name: string; emoji: string | null }[]
  space_groups: { id: number; slug: string; name: string }[]
}
const list: Route = { plugin: 'spaces', name: 'list', method: 'GET', path: '/internal_api/spaces', options: { can: 'member' } }
const KEPT_MS = 60_000
const MOST = 4

/** Those whose names hold the text. */
export function usePlaces(wanted: boolean): (text: string) => MentionHit[] {
  const { data } = useRead(list as Route<any>, { query: { include_sidebar: true } } as never, { enabled: wanted, staleTime: KEPT_MS })
  const { records = [], space_groups = [] } = (data ?? {}) as Partial<Sidebar>
  return (text) => {
    const fits = ({ name }: { name: string }) => bareText(name).includes(bareText(text))
    return [
      ...records
        .filter(fits)
        .slice(0, MOST)
        .map(({ id, slug, name, emoji }): MentionHit => ({ kind: 'space', id, slug, name, mark: emoji })),
      ...space_groups
        .filter(fits)
        .slice(0, MOST)
        .map(({ id, slug, name }): MentionHit => ({ kind: 'group', id, slug, name })),
    ]
  }
}
