/** `/settings/pages/deleted`: pages that can still come back. */
import { ListScreen, Time, toast, useAskedWrite, useList, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { AT } from '../components/pages/paths.ts'

const { routes } = contract

export default function Deleted() {
  const t = useT()
  const list = useList(routes.deletedPages)
  const restore = useWrite(routes.restorePage, {
    invalidates: [contract],
    onSuccess: ({ name, slug, status }) => toast.success(t(status === 'published' ? 'deleted.restored' : 'deleted.restored_draft', { name, slug })),
    onError: (error) => toast.error(error.message),
  })
  const purge = useAskedWrite(routes.purgePage, [routes.deletedPages])
  return (
    <ListScreen
      name="site/Deleted"
      title={t('deleted.title')}
      text={t('deleted.text')}
      back={{ to: AT, label: t('admin.pages') }}
      who="site.manage"
      list={list}
      empty={{ icon: 'trash-2', title: t('deleted.none'), text: t('deleted.none_text') }}
      columns={[
        {
          key: 'name',
          title: t('pages.page'),
          render: ({ name, slug }) => (
            <span className="block min-w-0">
              <span className="font-medium">{name}</span>
              <span className="block truncate text-13 text-text-3" dir="ltr">
                /{slug}
              </span>
            </span>
          ),
        },
        { key: 'deleted', title: t('deleted.at'), className: 'whitespace-nowrap', render: ({ deleted_at }) => <Time value={deleted_at} kind="day" /> },
        { key: 'goes', title: t('deleted.goes'), className: 'whitespace-nowrap', render: ({ goes_at }) => <Time value={goes_at} kind="day" /> },
      ]}
      menu={({ id, name }) => ({
        label: t('pages.menu', { name }),
        items: [
          { label: t('deleted.restore'), icon: 'rotate-ccw', onSelect: () => restore.mutate({ params: { id } }) },
          '-',
          {
            label: t('deleted.purge'),
            icon: 'trash-2',
            tone: 'danger',
            onSelect: () =>
              void purge(
                { params: { id } },
                { title: t('deleted.purge_title', { name }), text: t('deleted.purge_text'), action: t('deleted.purge') },
                t('deleted.purged', { name }),
              ),
          },
        ],
      })}
    />
  )
}
