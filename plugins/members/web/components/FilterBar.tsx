/** Search, order, view and filters of the directory. */
import { Button, Chip, Icon, markText, Menu, SearchField, Segment, Select, useRead, useSession, useT } from '@atrium/sdk/web'
import spaces from '../../../spaces/contract.ts'
import { RANKED_LETTERS, SORTS } from '../../contract.ts'
import type { Sort, useFilters } from './useFilters.ts'

export const VIEWS = ['cards', 'list'] as const
export type View = (typeof VIEWS)[number]
const BEST = 'best'
const VIEW_ICONS = { cards: 'layout-grid', list: 'list' } as const

/** The spaces as the sidebar has read them already. */
function useSpaces() {
  const { data } = useRead(spaces.routes.list, { query: { include_sidebar: true } })
  return (data?.records ?? []).filter((space) => space.policies.can_view_space)
}

export function FilterBar({ state, view, onView }: { state: ReturnType<typeof useFilters>; view: View; onView: (view: View) => void }) {
  const t = useT()
  const { member } = useSession()
  const { filters, set, typed, setTyped, narrowed, clear } = state
  const places = useSpaces()
  const ranked = filters.text.length >= RANKED_LETTERS
  const place = places.find(({ id }) => id === filters.spaceId)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField
          value={typed}
          onChange={setTyped}
          label={t('directory.search')}
          placeholder={t('directory.search')}
          className="basis-full desk:flex-1 desk:basis-56"
          maxLength={100}
        />
        <Select
          size="sm"
          aria-label={t('directory.sort')}
          value={ranked ? BEST : filters.sort}
          disabled={ranked}
          onChange={(event) => set({ sort: event.target.value as Sort })}
          options={(ranked ? [BEST] : SORTS).map((value) => ({ value, label: t(`sort.${value}`) }))}
          className="w-40 max-desk:flex-1"
        />
        <Segment
          label={t('view.label')}
          value={view}
          onChange={onView}
          items={VIEWS.map((value) => ({ value, icon: VIEW_ICONS[value], label: <span className="sr-only">{t(`view.${value}`)}</span> }))}
        />
      </div>
      <div role="group" aria-label={t('filter.label')} className="mb-5 flex flex-wrap items-center gap-2">
        {member && (
          <Chip pressed={filters.online} onClick={() => set({ online: !filters.online })}>
            {t('filter.online')}
          </Chip>
        )}
        <Chip pressed={filters.isNew} onClick={() => set({ isNew: !filters.isNew })}>
          {t('filter.new')}
        </Chip>
        {places.length > 0 && (
          <Menu
            align="start"
            trigger={
              <Chip pressed={filters.spaceId !== null}>
                {place ? `${markText(place.emoji)} ${place.name}`.trim() : t('filter.space')}
                <Icon name="chevron-down" className="size-3.5" />
              </Chip>
            }
            items={[
              { label: t('filter.any_space'), checked: filters.spaceId === null, onSelect: () => set({ spaceId: null }) },
              '-' as const,
              ...places.map(({ id, name, emoji }) => ({
                label: `${markText(emoji)} ${name}`.trim(),
                checked: id === filters.spaceId,
                onSelect: () => set({ spaceId: id }),
              })),
            ]}
          />
        )}
        {narrowed && (
          <Button size="sm" variant="ghost" icon="x" onClick={clear}>
            {t('filter.clear')}
          </Button>
        )}
      </div>
    </>
  )
}
