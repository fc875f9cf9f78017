/** What can be done with the posts that are chosen: these, or all that the filter finds. */
import { Button, Checkbox, Dialog, Icon, Menu, SelectionBar, toast, useConfirm, useNavigate, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type BulkAction, MAX_BULK } from '../../contract.ts'
import { SpaceSelect } from './SpaceSelect.tsx'

export interface BulkBarProps {
  ids: number[]
  /** How many the filter finds; null while unknown. */
  count: number | null
  filter: { status: 'draft' | 'scheduled' | 'published' | 'deleted' | 'all'; search_text?: string; space_id?: number; all_authors?: boolean }
  onDone: () => void
}
export function BulkBar({ ids, count, filter, onDone }: BulkBarProps) {
  const t = useT()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [all, setAll] = useState(false)
  const [asking, setAsking] = useState<'move' | 'topics' | null>(null)
  const [spaceId, setSpaceId] = useState<number | null>(null)
  const [topicIds, setTopicIds] = useState<number[]>([])
  const topics = useRead(contract.routes.topics, { query: { per_page: 100 } }, { enabled: asking === 'topics' })
  const start = useWrite(contract.routes.startBulk, {
    invalidates: [contract.routes.bulks],
    onSuccess: () => {
      toast.success(t('bulk.started'))
      onDone()
      navigate('/settings/posts/bulk_actions')
    },
    onError: (error) => toast.error(error.message),
  })
  const chosen = all ? (count ?? 0) : ids.length
  const run = (action: BulkAction, more: { space_id?: number; topics?: number[] } = {}) => {
    if (!start.isPending) start.mutate({ body: { action, ...(all ? { filter } : { ids }), ...more } })
  }
  const remove = async () => {
    if (await confirm({ title: t('bulk.delete_title', { count: chosen }), text: t('bulk.delete_text'), action: t('menu.delete'), tone: 'danger' }))
      run('delete')
  }
  return (
    <SelectionBar count={chosen} onClear={onDone}>
      {!all && count !== null && count > ids.length && (
        <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
          {t('bulk.all', { count: Math.min(count, MAX_BULK) })}
        </Button>
      )}
      <Menu
        align="end"
        trigger={
          <Button size="sm" variant="primary" loading={start.isPending}>
            {t('bulk.act')}
            <Icon name="chevron-down" size="sm" />
          </Button>
        }
        items={
          filter.status === 'deleted'
            ? [{ label: t('bulk.restore'), icon: 'undo-2', onSelect: () => run('restore') }]
            : [
                { label: t('bulk.publish'), icon: 'send', onSelect: () => run('publish') },
                { label: t('bulk.unpublish'), icon: 'undo-2', onSelect: () => run('unpublish') },
                { label: t('bulk.pin'), icon: 'pin', onSelect: () => run('pin') },
                { label: t('bulk.unpin'), icon: 'pin-off', onSelect: () => run('unpin') },
                { label: t('bulk.move'), icon: 'move', onSelect: () => setAsking('move') },
                { label: t('bulk.topics'), icon: 'tags', onSelect: () => setAsking('topics') },
                '-',
                { label: t('bulk.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => void remove() },
              ]
        }
      />
      {asking && (
        <Dialog
          open
          onOpenChange={(open) => !open && setAsking(null)}
          title={t(asking === 'move' ? 'bulk.move_title' : 'bulk.topics_title', { count: chosen })}
          footer={
            <>
              <Button onClick={() => setAsking(null)}>{t('cancel')}</Button>
              <Button
                variant="primary"
                loading={start.isPending}
                disabled={asking === 'move' && spaceId === null}
                onClick={() => (asking === 'move' ? run('move', { space_id: spaceId! }) : run('topics', { topics: topicIds }))}
              >
                {t('bulk.start')}
              </Button>
            </>
          }
        >
          {asking === 'move' ? (
            <SpaceSelect value={spaceId} onChange={setSpaceId} label={t('move.to')} />
          ) : (
            <fieldset className="grid gap-2">
              <legend className="mb-2 text-13 text-text-3">{t('bulk.topics_text')}</legend>
              {(topics.data?.records ?? []).map((topic) => (
                <Checkbox
                  key={topic.id}
                  label={topic.name}
                  checked={topicIds.includes(topic.id)}
                  onChange={(on) => setTopicIds(on ? [...topicIds, topic.id] : topicIds.filter((id) => id !== topic.id))}
                />
              ))}
            </fieldset>
          )}
        </Dialog>
      )}
    </SelectionBar>
  )
}
