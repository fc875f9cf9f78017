/** Spaces and groups to choose from: a whole group, which takes in its spaces and those to come, or some of them. */
import { Checkbox, EmptyState, Icon, IconMark, LoadMore, Query, SearchField, SkeletonText, useReadPages, useSettled, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../contract.ts'

export interface Places {
  space_ids: number[]
  space_group_ids: number[]
}
interface PlaceTreeProps {
  value: Places
  onChange: (value: Places) => void
}
const toggled = (ids: number[], id: number, on: boolean) => (on ? [...ids, id] : ids.filter((other) => other !== id))

export function PlaceTree({ value, onChange }: PlaceTreeProps) {
  const t = useT()
  const [text, setText] = useState('')
  const wanted = useSettled(text.trim())
  const query = useReadPages(contract.routes.spaceGroups, { query: { per_page: 100 } })
  const hit = (name: string) => name.toLowerCase().includes(wanted.toLowerCase())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <SearchField value={text} onChange={setText} placeholder={t('tree.search')} />
      <Query
        query={query}
        skeleton={<SkeletonText lines={6} />}
        isEmpty={({ pages }) => pages[0]?.records.length === 0}
        empty={<EmptyState icon="layout-grid" title={t('tree.none')} text={t('tree.noneText')} />}
      >
        {({ pages }) => (
          <ul className="grid max-h-[420px] gap-1 overflow-y-auto rounded-control border p-2">
            {pages
              .flatMap(({ records }) => records)
              .map((group) => {
                const whole = value.space_group_ids.includes(group.id)
                const shown = group.spaces.filter(({ name }) => hit(name) || hit(group.name))
                if (shown.length === 0 && !hit(group.name)) return null
                const some = group.spaces.some(({ id }) => value.space_ids.includes(id))
                return (
                  <li key={group.id}>
                    <Checkbox
                      className="min-h-9 font-medium max-desk:min-h-11"
                      label={
                        <>
                          {group.name} <span className="font-normal text-text-3">{t('tree.whole')}</span>
                        </>
                      }
                      checked={whole}
                      some={!whole && some}
                      onChange={(on) =>
                        onChange({
                          space_group_ids: toggled(value.space_group_ids, group.id, on),
                          space_ids: on ? value.space_ids.filter((id) => !group.spaces.some((space) => space.id === id)) : value.space_ids,
                        })
                      }
                    />
                    <ul className="ms-3 border-s ps-4">
                      {shown.map((space) => (
                        <li key={space.id}>
                          <Checkbox
                            className="min-h-8 max-desk:min-h-11"
                            label={
                              <span className="inline-flex items-center gap-1.5">
                                {space.emoji ? <IconMark value={space.emoji} className="w-5" /> : <Icon name="hash" size="sm" className="text-text-3" />}
                                {space.name}
                                {space.is_private && <Icon name="lock" size="sm" label={t('space.private')} className="text-text-3" />}
                              </span>
                            }
                            checked={whole || value.space_ids.includes(space.id)}
                            disabled={whole}
                            onChange={(on) => onChange({ ...value, space_ids: toggled(value.space_ids, space.id, on) })}
                          />
                        </li>
                      ))}
                    </ul>
                  </li>
                )
              })}
          </ul>
        )}
      </Query>
      <LoadMore query={query} />
    </div>
  )
}
