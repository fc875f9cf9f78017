/** What a paywall opens, as a tree: groups with their spaces, and access groups. */
import { Card, Checkbox, EmptyState, Icon, NotAllowed, Note, Query, SearchField, Skeleton, useLocale, useRead, useSession, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import access from '../../../../access/contract.ts'
import contract from '../../../contract.ts'
import type { Draft } from './draft.ts'
import { openToAll } from './openToAll.ts'

type Value = Draft['opens']

export function Opens({ value, error, onChange }: { value: Value; error?: string; onChange: (value: Value) => void }) {
  const t = useT()
  const locale = useLocale()
  const { can } = useSession()
  const [text, setText] = useState('')
  const mayAsk = can('access.manage')
  const groups = useRead(access.routes.spaceGroups, { query: { per_page: 100 } }, { enabled: mayAsk })
  const accessGroups = useRead(access.routes.accessGroups, { query: { per_page: 100 } }, { enabled: mayAsk })
  const tickets = useRead(contract.routes.tickets)
  const has = (kind: Value[number]['kind'], id: number) => value.some((one) => one.kind === kind && one.id === id)
  const toggle = (kind: Value[number]['kind'], id: number, on: boolean) =>
    onChange(on ? [...value, { kind, id }] : value.filter((one) => one.kind !== kind || one.id !== id))
  const open = openToAll(value, groups.data?.records ?? [], tickets.data?.records ?? [])
  const fits = (name: string) => name.toLowerCase().includes(text.trim().toLowerCase())
  return (
    <Card>
      <div className="grid gap-3 p-4 desk:px-5">
        <div>
          <h2 className="text-17">{t('opens.title')}</h2>
          <p className="text-13 text-text-2">{t('opens.count', { count: value.length })}</p>
        </div>
        {error && <p className="text-13 text-danger">{error}</p>}
        {open.length > 0 && (
          <div data-open-to-all>
            <Note tone="warning" title={t('opens.openToAll')}>
              {t('opens.openToAllText', { names: new Intl.ListFormat(locale).format(open) })}
            </Note>
          </div>
        )}
        <SearchField value={text} onChange={setText} placeholder={t('opens.search')} label={t('opens.search')} />
      </div>
      {!mayAsk ? (
        <NotAllowed />
      ) : (
        <Query
          query={groups}
          skeleton={<Skeleton w="100%" h={200} />}
          isEmpty={({ records }) => records.length === 0}
          empty={<EmptyState icon="layout-grid" title={t('opens.none')} text={t('opens.noneText')} />}
        >
          {({ records }) => (
            <ul className="max-h-96 overflow-y-auto border-t">
              {records
                .filter((group) => fits(group.name) || group.spaces.some(({ name }) => fits(name)))
                .map((group) => (
                  <li key={group.id}>
                    <div className="flex items-center gap-2 px-4 py-2 desk:px-5">
                      <Checkbox
                        checked={has('space_group', group.id)}
                        some={group.spaces.some(({ id }) => has('space', id))}
                        onChange={(on) => toggle('space_group', group.id, on)}
                        label={
                          <span className="flex items-center gap-2 font-medium">
                            <Icon name="folder" size="sm" className="text-text-3" /> {group.name}
                          </span>
                        }
                      />
                    </div>
                    <ul>
                      {group.spaces
                        .filter(({ name }) => fits(name) || fits(group.name))
                        .map((space) => (
                          <li key={space.id} className="flex items-center gap-2 py-1.5 pe-4 ps-11 desk:ps-12">
                            <Checkbox
                              checked={has('space', space.id) || has('space_group', group.id)}
                              disabled={has('space_group', group.id)}
                              onChange={(on) => toggle('space', space.id, on)}
                              label={
                                <span>
                                  {space.emoji} {space.name}
                                </span>
                              }
                            />
                            {space.is_private && <Icon name="lock" size="sm" label={t('opens.private')} className="text-text-3" />}
                          </li>
                        ))}
                    </ul>
                  </li>
                ))}
              {(accessGroups.data?.records ?? [])
                .filter(({ name }) => fits(name))
                .map((group) => (
                  <li key={`access${group.id}`} className="px-4 py-2 desk:px-5">
                    <Checkbox
                      checked={has('access_group', group.id)}
                      onChange={(on) => toggle('access_group', group.id, on)}
                      label={
                        <span className="flex items-center gap-2">
                          <Icon name="key-round" size="sm" className="text-text-3" /> {group.name}
                        </span>
                      }
                    />
                  </li>
                ))}
              {(tickets.data?.records ?? [])
                .filter(({ name }) => fits(name))
                .map((event) => (
                  <li key={`event${event.id}`} className="flex items-center gap-2 px-4 py-2 desk:px-5">
                    <Checkbox
                      checked={has('event', event.id)}
                      onChange={(on) => toggle('event', event.id, on)}
                      label={
                        <span className="flex flex-wrap items-center gap-x-2">
                          <Icon name="ticket" size="sm" className="text-text-3" /> {event.name}
                          <span className="text-13 text-text-3">
                            {t(event.is_private ? 'opens.eventInPrivate' : 'opens.eventIn', { space: event.space_name })}
                          </span>
                        </span>
                      }
                    />
                  </li>
                ))}
            </ul>
          )}
        </Query>
      )}
    </Card>
  )
}
