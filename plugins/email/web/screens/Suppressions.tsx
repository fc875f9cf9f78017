/** `/settings/emails/suppressions`: addresses that are left alone by emails to many, and why. */
import { Badge, Field, FormDialog, Input, isEmail, ListScreen, Time, toast, useAskedWrite, useFieldErrors, useList, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { REASONS, type Suppression } from '../../contract.ts'

const { routes } = contract
const TONE = { bounce: 'warning', complaint: 'danger', manual: 'neutral' } as const

export default function Suppressions() {
  const t = useT()
  const list = useList(routes.suppressions, { search: 'search_text', filters: { reason: '' } })
  const [isAdding, setAdding] = useState(false)
  const remove = useAskedWrite(routes.removeSuppression, [routes.suppressions])
  const ask = ({ id, email, reason }: Suppression) =>
    void remove(
      { params: { id } },
      { title: t('suppression.remove_title', { email }), text: t(`suppression.remove_${reason}`), action: t('suppression.remove'), tone: 'danger' },
      t('suppression.removed'),
    )
  return (
    <ListScreen
      name="email/Suppressions"
      title={t('admin.suppressions')}
      text={t('suppression.text')}
      who="email.manage"
      csv="/settings/emails/suppressions.csv"
      actions={[{ label: t('suppression.add'), icon: 'plus', primary: true, onSelect: () => setAdding(true) }]}
      list={list}
      search={t('suppression.search')}
      filters={[
        {
          field: 'reason',
          label: t('suppression.reason'),
          options: [{ value: '', label: t('suppression.all') }, ...REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))],
          segment: true,
        },
      ]}
      height={360}
      empty={{ icon: 'mail', title: t('suppression.none'), text: t('suppression.none_text') }}
      found={{ title: t('suppression.none_found') }}
      columns={[
        {
          key: 'email',
          title: t('suppression.email'),
          render: ({ email, detail }) => (
            <span className="grid min-w-0">
              <span className="truncate font-medium">{email}</span>
              {detail && <span className="line-clamp-2 text-13 text-text-3">{detail}</span>}
            </span>
          ),
        },
        { key: 'reason', state: true, title: t('suppression.reason'), render: ({ reason }) => <Badge tone={TONE[reason]}>{t(`reason.${reason}`)}</Badge> },
        { key: 'created_at', title: t('suppression.at'), className: 'whitespace-nowrap', render: ({ created_at }) => <Time value={created_at} kind="day" /> },
      ]}
      menu={(one) => ({
        label: t('menu.label', { name: one.email }),
        items: [{ label: t('suppression.remove'), icon: 'trash-2', tone: 'danger', onSelect: () => ask(one) }],
      })}
    >
      {isAdding && <Add onClose={() => setAdding(false)} />}
    </ListScreen>
  )
}

function Add({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [email, setEmail] = useState('')
  const [detail, setDetail] = useState('')
  const write = useWrite(routes.addSuppression, {
    invalidates: [routes.suppressions],
    onSuccess: () => {
      toast.success(t('suppression.added'))
      onClose()
    },
  })
  const errors = useFieldErrors(write.error)
  return (
    <FormDialog
      title={t('suppression.add')}
      width={440}
      onClose={onClose}
      onSubmit={() => write.mutateAsync({ body: { email: email.trim(), detail: detail.trim() } }).catch(() => {})}
      error={write.error}
      action={t('suppression.add_action')}
      pending={write.isPending}
      disabled={!isEmail(email.trim())}
    >
      <Field label={t('suppression.email')} error={errors.email}>
        <Input type="email" value={email} autoFocus spellCheck={false} onChange={(event) => setEmail(event.target.value)} />
      </Field>
      <Field label={t('suppression.detail')} help={t('suppression.detail_help')} error={errors.detail}>
        <Input value={detail} maxLength={200} onChange={(event) => setDetail(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
