/** Members to choose from, by the letters of their names. */
import { call, type ComboboxOption } from '@atrium/sdk/web'
import members from '../../../members/contract.ts'

export async function findMembers(text: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const query = { per_page: 20, sort: 'alphabetical' as const, ...(text ? { search_text: text } : {}) }
  const { records } = await call(members.routes.list, { query }, { signal })
  return records.map((person) => ({
    value: String(person.community_member_id),
    label: person.name,
    text: person.headline ?? undefined,
    avatar: { id: person.community_member_id, name: person.name, src: person.avatar_url },
  }))
}
