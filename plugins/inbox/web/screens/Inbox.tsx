/** Open conversations, who waits longest first. */
import { Link, ListScreen, Time, useList, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Inbox() {
  const t = useT()
  const list = useList(contract.routes.list, {})
  return (
    <ListScreen
      name="inbox/Inbox"
      title={t('admin.inbox')}
      who="inbox.answer"
      list={list}
      empty={{ icon: 'inbox', title: t('list.none') }}
      columns={[
        {
          key: 'person',
          title: t('list.person'),
          render: (chat) => <Link to={`/settings/ai-inbox/conversations/${chat.id}`}>{chat.person.name}</Link>,
        },
        { key: 'preview', title: t('list.message'), render: (chat) => chat.preview },
        { key: 'at', title: t('list.at'), render: (chat) => <Time value={chat.last_message_at} /> },
      ]}
    />
  )
}
