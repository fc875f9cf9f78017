/** The order of one's communities in the rail: drag a row, or move it with its buttons. */
import { type DragEvent, useState } from 'react'
import {
  Avatar,
  Card,
  EmptyState,
  host,
  Icon,
  IconButton,
  LinkButton,
  PageHeader,
  Query,
  Screen,
  SkeletonText,
  toast,
  useQueryCache,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { reorderSwitchers, type SwitcherEntry, switchers } from '../api.ts'

export default function Switcher() {
  const t = useT()
  const query = useRead(switchers)
  return (
    <Screen name="communities/Switcher" title={t('switcher.title')}>
      <PageHeader title={t('switcher.title')} text={t('switcher.text')} back={{ to: '/communities', label: t('communities.title') }} />
      <Query
        query={query}
        skeleton={<SkeletonText lines={6} />}
        isEmpty={({ records }) => records.length === 0}
        empty={
          <EmptyState
            icon="building-2"
            title={t('communities.empty.title')}
            text={t('communities.empty.text')}
            action={<LinkButton to="/communities/new">{t('communities.new')}</LinkButton>}
          />
        }
      >
        {({ records }) => <Rows records={records} />}
      </Query>
    </Screen>
  )
}

/** The list with the entry at `from` put at `to`. */
function moved<T>(list: T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}

function Rows({ records }: { records: SwitcherEntry[] }) {
  const t = useT()
  const cache = useQueryCache()
  const save = useWrite(reorderSwitchers)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, setSaid] = useState('')

  async function move(from: number, to: number) {
    if (from === to || to < 0 || to >= records.length) return
    const next = moved(records, from, to)
    const revert = cache.update(switchers, {}, () => ({ records: next }))
    setSaid(t('switcher.moved', { name: records[from]!.name, place: to + 1, of: records.length }))
    await save.mutateAsync({ body: { ids: next.map(({ id }) => id) } }).then(host.refreshBoot, (error) => {
      revert()
      toast.error(error.message)
    })
  }
  function drop(event: DragEvent, to: number) {
    event.preventDefault()
    if (dragged !== null) move(dragged, to)
    setDragged(null)
    setOver(null)
  }

  return (
    <Card>
      <ol className="divide-y divide-border">
        {records.map((entry, index) => (
          <li
            key={entry.id}
            draggable
            onDragStart={() => setDragged(index)}
            onDragEnter={() => setOver(index)}
            onDragOver={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
            onDrop={(event) => drop(event, index)}
            className={`flex items-center gap-3 px-5 py-3 ${dragged === index ? 'opacity-50' : ''} ${over === index && dragged !== null ? 'bg-brand-soft' : ''}`}
          >
            <span className="cursor-grab text-text-3">
              <Icon name="grip-vertical" />
            </span>
            <Avatar square name={entry.name} id={entry.id} src={entry.icon_url ?? undefined} size={32} />
            <span className="min-w-0 flex-1 truncate font-medium">{entry.name}</span>
            <IconButton icon="arrow-up" label={t('switcher.up', { name: entry.name })} disabled={index === 0} onClick={() => move(index, index - 1)} />
            <IconButton
              icon="arrow-down"
              label={t('switcher.down', { name: entry.name })}
              disabled={index === records.length - 1}
              onClick={() => move(index, index + 1)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </Card>
  )
}
