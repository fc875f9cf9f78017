/** `/settings/ai-agents/knowledge`: what agents answer from, what could not be read, and what nobody could answer. */
import {
  AdminPage,
  Badge,
  Icon,
  ListTable,
  Query,
  Skeleton,
  Time,
  toast,
  useAskedWrite,
  useEvent,
  useList,
  useQueryCache,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Knowledge as Source } from '../../contract.ts'
import { AddressDialog, FileDialog } from '../components/knowledge/AddDialogs.tsx'
import { Cards } from '../components/knowledge/Cards.tsx'
import { Preview } from '../components/knowledge/Preview.tsx'
import { Unanswered } from '../components/knowledge/Unanswered.tsx'
import { SnippetDialog } from '../components/SnippetDialog.tsx'

const { routes } = contract
const KINDS = ['snippet', 'file', 'address'] as const
const ICONS = { snippet: 'quote', file: 'file-text', address: 'globe' } as const
const TONES = { waiting: 'neutral', reading: 'info', ready: 'success', failed: 'warning' } as const

export default function Knowledge() {
  const t = useT()
  const cache = useQueryCache()
  const query = useRead(routes.overview)
  const list = useList(routes.sources, { search: 'text', filters: { kind: '' } })
  /** What the dialog in front adds. */
  const [adding, setAdding] = useState<(typeof KINDS)[number] | null>(null)
  const [edited, setEdited] = useState<Source | null>(null)
  const stale = [routes.sources, routes.overview]
  useEvent(contract.events['knowledge.changed'], () => {
    for (const route of stale) void cache.invalidate(route)
  })
  const remove = useAskedWrite(routes.destroySnippet, stale)
  const readAll = useAskedWrite(routes.readAllAgain, stale)
  const again = useWrite(routes.readAgain, {
    invalidates: stale,
    onSuccess: () => toast.success(t('knowledge.reading')),
    onError: (error) => toast.error(error.message),
  })
  const all = () =>
    void readAll(
      {},
      { title: t('knowledge.read_all_title'), text: t('knowledge.read_all_text'), action: t('knowledge.read_all'), tone: 'primary' },
      t('knowledge.reading'),
    )
  return (
    <AdminPage
      wide
      name="ai/Knowledge"
      title={t('admin.knowledge')}
      text={t('knowledge.text')}
      who="ai.manage"
      actions={[
        { label: t('knowledge.read_all'), icon: 'refresh-cw', onSelect: all },
        { label: t('address.new'), icon: 'globe', onSelect: () => setAdding('address') },
        { label: t('file.new'), icon: 'upload', onSelect: () => setAdding('file') },
        { label: t('snippet.new'), icon: 'plus', primary: true, onSelect: () => setAdding('snippet') },
      ]}
    >
      <div className="grid gap-6">
        <Query query={query} skeleton={<Skeleton w="100%" h={220} />}>
          {(overview) => <Cards overview={overview} />}
        </Query>
        <ListTable
          list={list}
          label={t('knowledge.sources_label')}
          search={t('knowledge.search')}
          filters={[
            {
              field: 'kind',
              label: t('knowledge.kind'),
              segment: true,
              options: [{ value: '', label: t('knowledge.all') }, ...KINDS.map((kind) => ({ value: kind, label: t(`source.${kind}`) }))],
            },
          ]}
          empty={{ icon: 'book-open', title: t('knowledge.none'), text: t('knowledge.none_text') }}
          found={{ title: t('knowledge.none_found') }}
          columns={[
            {
              key: 'title',
              title: t('knowledge.title'),
              render: (one) => (
                <span className="flex min-w-0 items-start gap-2.5">
                  <Icon name={ICONS[one.kind]} className="mt-0.5 size-4 text-text-3" />
                  <span className="min-w-0">
                    {one.kind === 'snippet' ? (
                      <button type="button" className="text-start font-medium wrap-anywhere hover:underline" onClick={() => setEdited(one)}>
                        {one.title}
                      </button>
                    ) : (
                      <span className="font-medium wrap-anywhere">{one.title}</span>
                    )}
                    {one.address && <span className="block truncate text-13 text-text-3">{one.address}</span>}
                    {one.problem && <span className="block text-13 text-warning">{one.problem}</span>}
                  </span>
                </span>
              ),
            },
            { key: 'status', state: true, title: t('knowledge.state'), render: ({ status }) => <Badge tone={TONES[status]}>{t(`state.${status}`)}</Badge> },
            { key: 'passages_count', title: t('knowledge.passages_column'), align: 'right', render: ({ passages_count }) => passages_count.toLocaleString() },
            {
              key: 'read_at',
              title: t('knowledge.read_column'),
              className: 'whitespace-nowrap',
              render: ({ read_at }) => (read_at ? <Time value={read_at} /> : <span className="text-text-3">{t('knowledge.never')}</span>),
            },
          ]}
          menu={(one) => ({
            label: t('knowledge.menu', { title: one.title }),
            items: [
              one.kind === 'snippet'
                ? { label: t('snippet.edit'), icon: 'pencil', onSelect: () => setEdited(one) }
                : { label: t('knowledge.again'), icon: 'refresh-cw', onSelect: () => again.mutate({ params: { id: one.id } }) },
              '-',
              {
                label: t('knowledge.delete'),
                icon: 'trash-2',
                tone: 'danger',
                onSelect: () =>
                  void remove(
                    { params: { id: one.id } },
                    { title: t('knowledge.delete_title', { title: one.title }), text: t('knowledge.delete_text'), action: t('knowledge.delete') },
                    t('knowledge.deleted'),
                  ),
              },
            ],
          })}
        />
        <Preview />
        <Unanswered />
      </div>
      {(adding === 'snippet' || edited) && (
        <SnippetDialog
          snippet={edited}
          onClose={() => {
            setAdding(null)
            setEdited(null)
          }}
        />
      )}
      {adding === 'file' && <FileDialog onClose={() => setAdding(null)} />}
      {adding === 'address' && <AddressDialog onClose={() => setAdding(null)} />}
    </AdminPage>
  )
}
