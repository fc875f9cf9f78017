/** One's earlier conversations: opened again, or deleted. */
import { Drawer, EmptyState, IconButton, LoadMore, Query, Skeleton, Time, useAskedWrite, useReadPages, useT } from '@atrium/sdk/web'
import contract from '../../../contract.ts'

const { routes } = contract

interface HistoryProps {
  current: number | null
  onOpen: (id: number | null) => void
  onClose: () => void
}
export function History({ current, onOpen, onClose }: HistoryProps) {
  const t = useT()
  const query = useReadPages(routes.conversations)
  const remove = useAskedWrite(routes.destroyConversation, [routes.conversations])
  const ask = (id: number, title: string) =>
    void remove(
      { params: { id } },
      { title: t('history.delete_title', { title }), text: t('history.delete_text'), action: t('history.delete') },
      t('history.deleted'),
    ).then(() => id === current && onOpen(null))
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={t('history.title')} flush>
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={240} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={<EmptyState icon="history" title={t('history.none')} text={t('history.none_text')} />}
      >
        {({ pages }) => (
          <>
            <ul className="divide-y divide-border">
              {pages
                .flatMap(({ records }) => records)
                .map(({ id, title, agent, last_message_at }) => (
                  <li key={id} className="flex items-center gap-2 pe-2 hover:bg-hover">
                    <button
                      type="button"
                      aria-current={id === current || undefined}
                      className="min-w-0 flex-1 px-4 py-3 text-start current:bg-brand-soft desk:px-5"
                      onClick={() => onOpen(id)}
                    >
                      <span className="line-clamp-2 font-medium">{title}</span>
                      <span className="flex gap-1.5 text-13 text-text-3">
                        <span className="truncate">{agent.name}</span> · <Time value={last_message_at} />
                      </span>
                    </button>
                    <IconButton icon="trash-2" label={t('history.delete_one', { title })} className="max-desk:size-11" onClick={() => ask(id, title)} />
                  </li>
                ))}
            </ul>
            <LoadMore query={query} />
          </>
        )}
      </Query>
    </Drawer>
  )
}
