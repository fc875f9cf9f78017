/** Orders of spaces in a list. */

export const SPACE_SORTS = ['active', 'latest', 'alphabetical', 'none'] as const
export type SpaceSort = (typeof SPACE_SORTS)[number]

interface Sortable {
  id: number
  posts_count: number
  created_at: string | Date
  name: string
}
const moment = (value: string | Date) => new Date(value).getTime()
const compare: Record<Exclude<SpaceSort, 'none'>, (one: Sortable, other: Sortable) => number> = {
  active: (one, other) => other.posts_count - one.posts_count,
  latest: (one, other) => moment(other.created_at) - moment(one.created_at) || other.id - one.id,
  alphabetical: (one, other) => one.name.localeCompare(other.name),
}
/** active: most posts first; latest: newest first; alphabetical: by name; none: as it came. `of` finds the space in an item. */
export const sortSpaces = <T>(items: readonly T[], sort: SpaceSort, of: (item: T) => Sortable): T[] =>
  sort === 'none' ? [...items] : [...items].sort((one, other) => compare[sort](of(one), of(other)))
