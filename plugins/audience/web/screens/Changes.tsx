/** Recent changes: what the team did that others want to know of, with a way back where there is one. */
import { AdminPage, Button, Chip, Icon, Link, PagedCard, Time, toast, useConfirm, useReadPages, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { CHANGE_GROUPS, type Change, type ChangeGroup } from '../../contract.ts'

const { routes } = contract

export default function Changes() {
  const t = useT()
  const [group, setGroup] = useState<ChangeGroup | ''>('')
  const query = useReadPages(routes.changes, { query: group ? { group } : {} }, { keepPrevious: true })
  return (
    <AdminPage name="audience/Changes" title={t('changes.title')} text={t('changes.text')} who="members.manage">
      <div role="group" aria-label={t('changes.group')} className="mb-4 flex flex-wrap gap-1.5">
        {(['', ...CHANGE_GROUPS] as const).map((one) => (
          <Chip key={one} size="sm" pressed={group === one} onClick={() => setGroup(one)}>
            {t(`changes.${one || 'all'}`)}
          </Chip>
        ))}
      </div>
      <PagedCard query={query} icon="history" empty={{ title: t('changes.none'), text: t('changes.none_text') }}>
        {(change) => <Row key={change.id} change={change} />}
      </PagedCard>
    </AdminPage>
  )
}

function Row({ change: { id, icon, sentence, to, can_undo, ask: consequence, created_at } }: { change: Change }) {
  const t = useT()
  const confirm = useConfirm()
  const undo = useWrite(routes.undoChange, {
    invalidates: [contract],
    onSuccess: () => toast.success(t('changes.undone')),
    onError: (error) => toast.error(error.message),
  })
  const ask = async () => {
    if (await confirm({ ...(consequence ?? { title: t('changes.undo_title'), text: sentence }), action: t('changes.undo') })) undo.mutate({ params: { id } })
  }
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3 desk:px-5">
      <span className="grid size-9 flex-none place-items-center rounded-lg bg-surface-2 text-text-2">
        <Icon name={icon} />
      </span>
      <span className="min-w-0 flex-1 basis-52">
        <span className="block wrap-anywhere">{sentence}</span>
        <Time value={created_at} className="text-12 text-text-3" />
      </span>
      {to && (
        <Link to={to} className="link text-13">
          {t('changes.open')}
        </Link>
      )}
      {can_undo && (
        <Button size="sm" icon="undo-2" loading={undo.isPending} onClick={() => void ask()}>
          {t('changes.undo')}
        </Button>
      )}
    </li>
  )
}
