/** Texts that the team has prepared. */
import { ListScreen, useList, useT } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function SetUp() {
  const t = useT()
  const list = useList(contract.routes.replies, { search: 'text' })
  return (
    <ListScreen
      name="inbox/SetUp"
      title={t('admin.setup')}
      who="inbox.manage"
      list={list}
      search={t('replies.search')}
      empty={{ icon: 'inbox', title: t('replies.none') }}
      columns={[
        { key: 'shortcut', title: t('replies.shortcut'), render: (reply) => reply.shortcut },
        { key: 'text', title: t('replies.text'), render: (reply) => reply.text },
      ]}
    />
  )
}
