/** Members to choose from, by the letters of their names. */
import { call, type ComboboxOption } from '@atrium/sdk/web'
import members from '../../../../members/contract.ts'

export async function findMembers(text: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const query = { per_page: 20, sort: 'alphabetical' as const, ...(text ? { search_text: text } : {}) }
  const { records } = await call(members.routes.list, { query }, { signal })
  return records.map(({ community_member_id: id, name, headline, avatar_url }) => ({
    value: String(id),
    label: name,
    text: headline ?? undefined,
    avatar: { id, name, src: avatar_url },
  }))
}
