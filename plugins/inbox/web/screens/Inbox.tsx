/** `/settings/ai-inbox`: conversations with the team, the one that is open, and who asks. On phones the list or the conversation. */
import { AdminPage, cx, EmptyState, useParams, useT } from '@atrium/sdk/web'
import { ChatList } from '../components/ChatList.tsx'
import { ChatView } from '../components/ChatView.tsx'
import { INBOX } from '../components/places.ts'
import { useTeamNews } from '../components/useTeamNews.ts'

export default function Inbox() {
  const t = useT()
  const { id } = useParams<{ id?: string }>()
  return (
    <AdminPage name="inbox/Inbox" title={t('admin.inbox')} who="inbox.answer" fill back={id ? { to: INBOX, label: t('talk.back') } : undefined}>
      <Columns current={Number(id) || null} />
    </AdminPage>
  )
}

function Columns({ current }: { current: number | null }) {
  const t = useT()
  useTeamNews()
  return (
    <div className="flex h-full min-w-0">
      <div className={cx('w-[336px] flex-none border-e max-desk:w-full max-desk:border-e-0', current !== null && 'max-desk:hidden')}>
        <ChatList current={current} />
      </div>
      {current === null ? (
        <div className="grid min-w-0 flex-1 place-items-center max-desk:hidden">
          <EmptyState icon="inbox" title={t('talk.choose')} text={t('talk.choose_text')} />
        </div>
      ) : (
        <ChatView key={current} id={current} />
      )}
    </div>
  )
}
