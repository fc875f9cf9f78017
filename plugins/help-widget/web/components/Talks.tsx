/** One's own conversations, the latest first. */
import { Badge, Button, EmptyState, LoadMore, Query, Skeleton, Time, useReadPages, useT } from '@atrium/sdk/web'
import contract, { type OwnChat } from '../../contract.ts'
import { Face } from './Face.tsx'
import { useHelp } from './places.ts'

const { routes } = contract

function Row({ chat }: { chat: OwnChat }) {
  const t = useT()
  const { go } = useHelp()
  const name = chat.assignee?.name ?? t(chat.ai === 'on' ? 'talk.agent' : 'talk.team')
  return (
    <li className="border-b">
      <button type="button" onClick={() => go({ at: 'talk', id: chat.id })} className="flex w-full items-start gap-3 px-4 py-3 text-start hover:bg-hover">
        <Face chat={chat} name={name} size={36} />
        <span className="min-w-0 flex-1">
          <span className="flex gap-2 text-13">
            <b className="min-w-0 flex-1 truncate font-semibold">{chat.subject || name}</b>
            <Time value={chat.last_message_at} className="text-12 text-text-3" />
          </span>
          <span className="block truncate text-13 text-text-3">{chat.preview}</span>
          <Badge tone={chat.status === 'open' ? 'info' : chat.status === 'solved' ? 'success' : 'neutral'}>{t(`status.${chat.status}`)}</Badge>
        </span>
        {chat.unread_count > 0 && (
          <span role="img" className="mt-2 size-2.5 flex-none rounded-full bg-danger-solid" aria-label={t('window.unread', { count: chat.unread_count })} />
        )}
      </button>
    </li>
  )
}
export function Talks() {
  const t = useT()
  const { go } = useHelp()
  const query = useReadPages(routes.conversations)
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex-1">
        <Query
          query={query}
          skeleton={<Skeleton w="100%" h={320} />}
          isEmpty={({ pages }) => pages[0]?.records.length === 0}
          empty={<EmptyState icon="message-circle" title={t('talks.none')} text={t('talks.none_text')} />}
        >
          {({ pages }) => (
            <>
              <ul>{pages.flatMap(({ records }) => records.map((chat) => <Row key={chat.id} chat={chat} />))}</ul>
              <LoadMore query={query} />
            </>
          )}
        </Query>
      </div>
      <div className="sticky bottom-0 border-t bg-surface p-4">
        <Button block variant="primary" onClick={() => go({ at: 'write', way: 'message' })}>
          {t('talks.new')}
        </Button>
      </div>
    </div>
  )
}
