/** A card with all records of one kind, each with what can be done with it. */
import { Button, Card, CardHead, EmptyState, IconButton, ListRow, Menu, Query, type QueryProps, Skeleton, useT } from '@atrium/sdk/web'
import type { ReactNode } from 'react'

interface ListedProps<R> {
  title: string
  text: string
  query: QueryProps<{ records: R[] }>['query']
  empty: { icon: string; title: string; text: string }
  add?: { label: string; onSelect: () => void }
  render: (record: R) => ReactNode
  nameOf: (record: R) => string
  onEdit?: (record: R) => void
  onDelete: (record: R) => void
}
export function Listed<R extends { id: number }>({ title, text, query, empty, add, render, nameOf, onEdit, onDelete }: ListedProps<R>) {
  const t = useT()
  const button = add && (
    <Button size="sm" icon="plus" onClick={add.onSelect}>
      {add.label}
    </Button>
  )
  return (
    <Card as="section" aria-label={title}>
      <CardHead title={title} text={text} action={button} />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={180} />}
        isEmpty={({ records }) => records.length === 0}
        empty={<EmptyState icon={empty.icon} title={empty.title} text={empty.text} action={button} />}
      >
        {({ records }) => (
          <ul>
            {records.map((record) => (
              <ListRow key={record.id} as="li" className="flex items-center gap-3">
                <div className="min-w-0 flex-1">{render(record)}</div>
                <Menu
                  trigger={<IconButton size="sm" icon="ellipsis" label={t('setup.menu', { name: nameOf(record) })} className="max-desk:size-11" />}
                  items={[
                    onEdit && { label: t('setup.edit'), icon: 'pencil', onSelect: () => onEdit(record) },
                    { label: t('setup.delete'), icon: 'trash-2', tone: 'danger' as const, onSelect: () => onDelete(record) },
                  ]}
                />
              </ListRow>
            ))}
          </ul>
        )}
      </Query>
    </Card>
  )
}
