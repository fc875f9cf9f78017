/** `/settings/redirects`: addresses that have moved, how often each is still asked for, and a file of many. */
import { Badge, Button, ListScreen, Time, useAskedWrite, useList, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Redirect } from '../../contract.ts'
import { ImportDialog } from '../components/redirects/ImportDialog.tsx'
import { RedirectDialog } from '../components/redirects/RedirectDialog.tsx'

const { routes } = contract

export default function Redirects() {
  const t = useT()
  const list = useList(routes.redirects, { search: 'query' })
  /** The one in the dialog; `new` for one to be added. */
  const [edited, setEdited] = useState<Redirect | 'new' | null>(null)
  const [isImporting, setImporting] = useState(false)
  const remove = useAskedWrite(routes.destroyRedirect, [routes.redirects])
  const add = () => setEdited('new')
  const ask = ({ id, from }: Redirect) =>
    void remove(
      { params: { redirectId: id } },
      { title: t('redirect.delete_title', { from }), text: t('redirect.delete_text'), action: t('redirect.delete') },
      t('redirect.deleted'),
    )
  return (
    <ListScreen
      name="site/Redirects"
      title={t('admin.redirects')}
      text={t('redirect.text')}
      who="site.manage"
      actions={[
        { label: t('redirect.import'), icon: 'upload', onSelect: () => setImporting(true) },
        { label: t('redirect.add'), icon: 'plus', primary: true, onSelect: add },
      ]}
      list={list}
      search={t('redirect.search')}
      height={360}
      empty={{
        icon: 'arrow-right',
        title: t('redirect.none'),
        text: t('redirect.none_text'),
        action: (
          <Button variant="primary" icon="plus" onClick={add}>
            {t('redirect.add')}
          </Button>
        ),
      }}
      found={{ title: t('redirect.none_found') }}
      columns={[
        {
          key: 'from',
          title: t('redirect.from'),
          render: (one) => (
            <button type="button" className="font-mono text-13 font-medium hover:underline" onClick={() => setEdited(one)}>
              {one.from}
            </button>
          ),
        },
        { key: 'to', title: t('redirect.to'), render: ({ to }) => <span className="font-mono text-13 text-text-2">{to}</span> },
        { key: 'status', state: true, title: t('redirect.status'), render: ({ status }) => <Badge>{t(`redirect.status_${status}`)}</Badge> },
        { key: 'hits', title: t('redirect.hits'), align: 'right', className: 'whitespace-nowrap', render: ({ hits }) => hits.toLocaleString() },
        {
          key: 'last_hit_at',
          title: t('redirect.last_hit'),
          className: 'whitespace-nowrap',
          render: ({ last_hit_at }) => (last_hit_at ? <Time value={last_hit_at} kind="day" /> : <span className="text-text-3">{t('redirect.never')}</span>),
        },
      ]}
      menu={(one) => ({
        label: t('redirect.menu', { from: one.from }),
        items: [
          { label: t('redirect.edit'), icon: 'pencil', onSelect: () => setEdited(one) },
          '-',
          { label: t('redirect.delete'), icon: 'trash-2', tone: 'danger', onSelect: () => ask(one) },
        ],
      })}
    >
      {edited && <RedirectDialog redirect={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </ListScreen>
  )
}
