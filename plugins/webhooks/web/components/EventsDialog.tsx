/** All events that can be delivered, with what the data of each hold. */
import { Dialog, Icon, Query, SearchField, Skeleton, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type EventField, type KnownEvent } from '../../contract.ts'
import { Code } from './Code.tsx'
import { useFound } from './EventPicker.tsx'

const { routes } = contract

export function EventsDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const query = useRead(routes.events)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('catalogue.title')} width={720}>
      <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
        {({ records }) => <Catalogue records={records} />}
      </Query>
    </Dialog>
  )
}
function Catalogue({ records }: { records: readonly KnownEvent[] }) {
  const t = useT()
  const [text, setText] = useState('')
  const groups = useFound(records, text)
  return (
    <div className="grid gap-3">
      <p className="text-13 text-text-2">{t('catalogue.text')}</p>
      <SearchField value={text} onChange={setText} placeholder={t('events.search')} />
      {groups.length === 0 && <p className="py-8 text-center text-13 text-text-2">{t('events.none_found')}</p>}
      {groups.map(([group, events]) => (
        <section key={group} aria-label={group}>
          <h3 className="flex items-center gap-2 py-1.5 text-13 font-semibold">
            <Icon name={events[0]!.icon} size="sm" />
            {group}
          </h3>
          <ul className="divide-y divide-border rounded-card border">
            {events.map((event) => (
              <li key={event.name}>
                <One event={event} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
function One({ event: { name, title, fields, example } }: { event: KnownEvent }) {
  const t = useT()
  return (
    <details className="group px-3.5">
      <summary className="flex cursor-pointer list-none items-center gap-3 py-2.5 text-13 max-desk:min-h-11">
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          <code className="block truncate font-mono text-12 text-text-3">{name}</code>
        </span>
        <Icon name="chevron-down" size="sm" className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 pb-3.5">
        {fields.length > 0 && (
          <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] items-baseline gap-x-5 gap-y-1 text-13">
            {fields.map((field) => (
              <div key={field.name} className="contents">
                <dt className="font-mono text-12 break-all">{field.name}</dt>
                <dd className="text-text-2">
                  <FieldWords field={field} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <Code label={t('catalogue.example')} text={example} />
      </div>
    </details>
  )
}
function FieldWords({ field: { type, is_nullable, is_optional, options } }: { field: EventField }) {
  const t = useT()
  return [options.length ? options.join(', ') : t(`type.${type}`), is_nullable && t('type.nullable'), is_optional && t('type.optional')]
    .filter(Boolean)
    .join(', ')
}
