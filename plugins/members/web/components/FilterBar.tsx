/** Search, order, view and filters of the directory. */
import { Button, Chip, Count, Icon, SearchField, Segment, Select, useSession, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import { type FilterOffer, type FilterRule, RANKED_LETTERS, SORTS, VIEWS } from '../../contract.ts'
import { FilterPanel } from './FilterPanel.tsx'
import type { Sort, useFilters } from './useFilters.ts'

export type View = (typeof VIEWS)[number]
const BEST = 'best'
const VIEW_ICONS = { cards: 'layout-grid', list: 'list' } as const

interface FilterBarProps {
  state: ReturnType<typeof useFilters>
  view: View
  onView: (view: View) => void
  /** What is shown where nobody has chosen. */
  sort: Sort
  offers: readonly FilterOffer[]
}
export function FilterBar({ state, view, onView, sort, offers }: FilterBarProps) {
  const t = useT()
  const { member } = useSession()
  const { filters, set, typed, setTyped, narrowed, clear } = state
  const [open, setOpen] = useState(false)
  const ranked = filters.text.length >= RANKED_LETTERS
  const drop = (rule: FilterRule) => set({ rules: filters.rules.filter((one) => one !== rule) })
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
        {offers.length > 0 && (
          <Button icon="sliders-horizontal" onClick={() => setOpen(true)} aria-haspopup="dialog">
            {t('filter.label')}
            {filters.rules.length > 0 && <Count value={filters.rules.length} label={t('filter.active', { count: filters.rules.length })} />}
          </Button>
        )}
        <Select
          size="sm"
          aria-label={t('directory.sort')}
          value={ranked ? BEST : (filters.sort ?? sort)}
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
        {filters.spaceId !== null && (
          <Chip pressed onClick={() => set({ spaceId: null })}>
            {offers.find(({ key }) => key === 'space')?.choices?.find(({ value }) => value === String(filters.spaceId))?.label ?? t('filter.space')}
            <Icon name="x" className="size-3.5" />
          </Chip>
        )}
        {filters.rules.map((rule) => (
          <Chip key={`${rule.filter} ${rule.operator}`} pressed onClick={() => drop(rule)}>
            <span className="max-w-64 truncate">{inWords(rule, offers, t)}</span>
            <Icon name="x" className="size-3.5" />
          </Chip>
        ))}
        {narrowed && (
          <Button size="sm" variant="ghost" icon="x" onClick={clear}>
            {t('filter.clear')}
          </Button>
        )}
      </div>
      {open && <FilterPanel offers={offers} rules={filters.rules} onApply={(rules) => set({ rules })} onClose={() => setOpen(false)} />}
    </>
  )
}

/** `Place: Pune`, `Craft: Wheel, Glaze`. */
function inWords({ filter, operator, value }: FilterRule, offers: readonly FilterOffer[], t: ReturnType<typeof useT>): string {
  const offer = offers.find(({ key }) => key === filter)
  const label = offer?.label ?? filter
  if (Array.isArray(value)) return `${label}: ${value.map((one) => offer?.choices?.find((choice) => choice.value === String(one))?.label ?? one).join(', ')}`
  if (operator === 'within_days') return `${label}: ${t('filter.days', { count: Number(value) })}`
  if (typeof value === 'boolean') return label
  return `${label}: ${operator === 'gt' ? '> ' : operator === 'lt' ? '< ' : ''}${String(value ?? '')}`
}
