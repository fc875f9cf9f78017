/** What is known of a person, their tags, and how active they are. */
import { Button, Card, Checkbox, Link, Popover, Progress, SearchField, Slot, Switch, Time, formatTime, toast, useRead, useT, useWrite } from '@atrium/sdk/web'
import { type ReactNode, useState } from 'react'
import { sourceWord } from './sourceWord.ts'
import contract, { type OnePerson } from '../../contract.ts'
import { Notes } from './Notes.tsx'
import { TagChip } from './TagChip.tsx'

const { routes } = contract
const PARTS = ['presence', 'participation', 'contribution', 'connection'] as const

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-0.5 py-2 desk:grid-cols-[160px_1fr]">
    <dt className="text-13 text-text-3">{label}</dt>
    <dd className="min-w-0 text-15 break-words">{children}</dd>
  </div>
)

export function PersonInfo({ person }: { person: OnePerson }) {
  const t = useT()
  const update = useWrite(routes.updateContact, { invalidates: [routes.contact, routes.list], onError: (error) => toast.error(error.message) })
  return (
    <div className="grid gap-4 desk:grid-cols-[1fr_320px]">
      <div className="grid content-start gap-4">
        <Card pad>
          <dl className="divide-y divide-border">
            <Line label={t('contact.email')}>{person.email ?? '–'}</Line>
            {person.headline && <Line label={t('person.headline')}>{person.headline}</Line>}
            {person.location && <Line label={t('person.location')}>{person.location}</Line>}
            <Line label={t('column.joined')}>
              <Time value={person.created_at} kind="datetime" />
            </Line>
            {person.last_seen_at && (
              <Line label={t('column.last_seen')}>
                <Time value={person.last_seen_at} />
              </Line>
            )}
            <Line label={t('column.source')}>{sourceWord(t, person.source)}</Line>
            {Object.entries(person.fields).map(([key, value]) => (
              <Line key={key} label={key === 'location' ? t('person.location') : key.charAt(0).toUpperCase() + key.slice(1)}>
                {/* the day of a date field, as it is kept */}
                {/^\d{4}-\d\d-\d\d$/.test(value) ? formatTime(`${value}T12:00:00`, { kind: 'date' }) : <span className="whitespace-pre-line">{value}</span>}
              </Line>
            ))}
          </dl>
          <div className="mt-3">
            <Switch
              label={t('person.subscribed')}
              checked={person.subscribed}
              disabled={update.isPending}
              onChange={(subscribed) => update.mutate({ params: { sqid: person.sqid }, body: { subscribed } })}
            />
          </div>
        </Card>
        <Slot of={contract.slots['person.info']} props={{ memberId: person.member_id, personId: person.id, name: person.name, status: person.status }} />
        <Card pad>
          <Notes sqid={person.sqid} />
        </Card>
      </div>
      <div className="grid content-start gap-4">
        {person.facts.length > 0 && (
          <Card pad>
            <h2 className="text-15 font-semibold">{t('person.facts')}</h2>
            <dl className="mt-2 divide-y divide-border">
              {person.facts.map(({ label, value, to }) => (
                <div key={label} className="flex items-baseline justify-between gap-3 py-1.5 text-13">
                  <dt className="text-text-2">{label}</dt>
                  <dd className="font-medium tabular-nums">
                    {to ? (
                      <Link to={to} className="link">
                        {value}
                      </Link>
                    ) : (
                      value
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        )}
        <Card pad>
          <div className="flex items-center justify-between gap-2">
            <h2 className="text-15 font-semibold">{t('column.tags')}</h2>
          </div>
          <p className="mt-2 flex flex-wrap gap-1.5">
            {person.member_tags.map((tag) => (
              <TagChip key={tag.id} tag={tag} />
            ))}
            {person.member_tags.length === 0 && <span className="text-13 text-text-3">{t('person.no_tags')}</span>}
          </p>
        </Card>
        {person.scores && (
          <Card pad>
            <h2 className="flex items-baseline justify-between text-15 font-semibold">
              {t('column.score')} <span className="text-20 tabular-nums">{person.scores.activity_score}</span>
            </h2>
            <ul className="mt-3 grid gap-3">
              {PARTS.map((part) => (
                <li key={part} className="grid gap-1 text-13">
                  <span className="flex justify-between text-text-2">
                    {t(`score.${part}`)} <span className="tabular-nums">{person.scores![part]}</span>
                  </span>
                  <Progress thin value={Number(person.scores![part]) * 10} label={t(`score.${part}`)} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </div>
  )
}

/** Choices beyond these are searched. */
const MANY = 8
export function EditTags({ person }: { person: OnePerson }) {
  const t = useT()
  const [text, setText] = useState('')
  const tags = useRead(routes.tags, { query: { per_page: 100 } })
  const save = useWrite(routes.contactTags, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const ids = person.member_tags.map(({ id }) => id)
  const all = tags.data?.records ?? []
  return (
    <Popover label={t('person.edit_tags')} trigger={<Button icon="tag">{t('person.edit_tags')}</Button>}>
      <div className="grid w-64 gap-2 p-3">
        {all.length > MANY && <SearchField value={text} onChange={setText} placeholder={t('tags.search')} />}
        <div className="grid max-h-60 gap-2 overflow-y-auto">
          {all
            .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
            .map((tag) => (
              <Checkbox
                key={tag.id}
                label={tag.name}
                checked={ids.includes(tag.id)}
                disabled={save.isPending}
                onChange={(on) =>
                  save.mutate({ params: { sqid: person.sqid }, body: { member_tag_ids: on ? [...ids, tag.id] : ids.filter((id) => id !== tag.id) } })
                }
              />
            ))}
        </div>
        {tags.data && all.length === 0 && <p className="text-13 text-text-3">{t('tags.none')}</p>}
      </div>
    </Popover>
  )
}
