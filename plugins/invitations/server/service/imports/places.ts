/** Names in a file put to what is here: tags, spaces, access groups. */
import type { Ctx } from '@atrium/sdk/server'
import audience from '../../../../audience/contract.ts'
import spaces from '../../../../spaces/contract.ts'
import type { OpenedTarget } from '../../../contract.ts'
import { accessOf } from '../opening.ts'
import { namesIn } from './rows.ts'

export interface Places {
  tags: Map<string, number>
  spaces: Map<string, number>
  access_groups: Map<string, number>
}
export type Unknown = Record<keyof Places, string[]>
const KINDS = ['tags', 'spaces', 'access_groups'] as const
/** Unknown names that are shown of each kind. */
const SHOWN = 50
const key = (name: string) => name.toLowerCase()
const byName = (all: Iterable<{ id: number; name: string }>) => new Map([...all].map(({ id, name }) => [key(name), id]))

/** What this reader may open and give, by name. */
export async function placesOf(ctx: Ctx): Promise<Places> {
  const seen = (await ctx.use(spaces).access()).visibleIds()
  return {
    tags: byName(ctx.has(audience) ? await ctx.use(audience).tags() : []),
    spaces: byName((await ctx.use(spaces).cards(seen)).values()),
    access_groups: byName((await accessOf(ctx)?.catalogue(ctx))?.accessGroups ?? []),
  }
}
/** Tags are often cut by commas; names of spaces hold some. */
const cut = (kind: keyof Places, text: string | undefined) => namesIn(text, kind === 'tags' && !/[;|]/.test(text ?? '') ? /,/ : /[;|]/)

export function noteUnknown(unknown: Partial<Unknown>, places: Places, values: Record<string, string>): void {
  for (const kind of KINDS)
    for (const name of cut(kind, values[kind])) {
      const names = (unknown[kind] ??= [])
      if (!places[kind].has(key(name)) && names.length < SHOWN && !names.some((other) => key(other) === key(name))) names.push(name)
    }
}
/** Tags of a row, made where they are new and that is wished. */
export async function tagsOf(ctx: Ctx, places: Places, values: Record<string, string>, make: boolean): Promise<number[]> {
  const ids: number[] = []
  for (const name of cut('tags', values.tags)) {
    let id = places.tags.get(key(name))
    if (id === undefined && make && ctx.has(audience)) places.tags.set(key(name), (id = await ctx.use(audience).ensureTag(name)))
    if (id !== undefined) ids.push(id)
  }
  return ids
}
export function targetsOf(places: Places, values: Record<string, string>): OpenedTarget[] {
  const found = (kind: 'space' | 'access_group', from: 'spaces' | 'access_groups') =>
    cut(from, values[from]).flatMap((name) => {
      const id = places[from].get(key(name))
      return id === undefined ? [] : [{ kind, id }]
    })
  return [...found('space', 'spaces'), ...found('access_group', 'access_groups')]
}
