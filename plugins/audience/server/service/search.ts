/** The search of the settings: people and spaces by name or address. */
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import { chosenWhere } from './narrow.ts'
import { readPeople } from './list.ts'
import { sqidOf } from './sqid.ts'

const MOST = 8

export async function searchAll(ctx: Ctx, text: string) {
  const people = await readPeople(ctx, await chosenWhere(ctx, { search_text: text, kind: 'all' }), 'alphabetical', MOST)
  const cards = await ctx.use(spaces).cards((await ctx.use(spaces).access()).visibleIds())
  const wanted = text.toLowerCase()
  return {
    people: people.map((row) => ({
      id: row.id,
      title: row.name || row.email || '',
      note: row.email,
      path: `/admin/audience/${sqidOf(ctx, row.id)}`,
      avatar_url: row.avatar_url,
    })),
    spaces: [...cards.values()]
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .slice(0, MOST)
      .map(({ id, name, slug }) => ({ id, title: name, note: null, path: `/c/${slug}`, avatar_url: null })),
  }
}
