/** One person: what is known, what they reach, what they pay, what was done. Members and contacts alike, under each of their addresses. */
import { shownEmail } from '@atrium/sdk'
import {
  AdminPage,
  Avatar,
  Badge,
  EmptyState,
  Failure,
  Field,
  Input,
  Skeleton,
  Slot,
  Tabs,
  toast,
  useConfirm,
  useFieldErrors,
  useLocation,
  useNavigate,
  useParams,
  useRead,
  useT,
  useWrite,
  FormDialog,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type OnePerson } from '../../contract.ts'
import { Logs } from '../components/Logs.tsx'
import { PersonInfo } from '../components/PersonInfo.tsx'

const { routes } = contract
const PARTS = ['info', 'access', 'billing', 'activity_logs'] as const

export default function Person() {
  const t = useT()
  const params = useParams<{ sqid?: string; memberPublicId?: string; id?: string }>()
  const path = useLocation()
  const part = PARTS.find((one) => path.endsWith(`/${one}`)) ?? 'info'
  const [sqid, by, base] = params.memberPublicId
    ? ([params.memberPublicId, 'member', `/admin/members/${params.memberPublicId}`] as const)
    : params.id
      ? ([params.id, 'id', `/admin/contacts/${params.id}`] as const)
      : ([params.sqid ?? '', 'sqid', `/admin/audience/${params.sqid}`] as const)
  const query = useRead(routes.contact, { params: { sqid }, query: { by } })
  const [editing, setEditing] = useState(false)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const person = query.data
  const remove = useWrite(routes.destroyContact, {
    invalidates: [routes.list, routes.count],
    onSuccess: () => {
      toast.success(t('contact.deleted'))
      navigate('/audience/manage')
    },
    onError: (error) => toast.error(error.message),
  })
  const ask = async (one: OnePerson) => {
    const yes = await confirm({
      title: t('contact.delete_title', { name: one.name || one.email || '' }),
      text: t('contact.delete_text'),
      action: t('delete'),
      tone: 'danger',
    })
    if (yes) remove.mutate({ params: { sqid: one.sqid } })
  }
  const isContact = person?.member_id === null
  return (
    <AdminPage
      name="audience/Person"
      title={person?.name || person?.email || t('person.title')}
      back={{ to: '/audience/manage', label: t('admin.audience') }}
      actions={[
        isContact && { label: t('contact.edit'), icon: 'pencil', onSelect: () => setEditing(true) },
        isContact && { label: t('delete'), icon: 'trash-2', onSelect: () => void ask(person) },
        person?.status === 'active' && { label: t('person.profile'), icon: 'user', to: `/u/${person.public_uid}` },
      ]}
      who="members.manage"
      wide
    >
      {person ? (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <Avatar id={person.member_id ?? `p${person.id}`} name={person.name || person.email || '?'} src={person.avatar_url} size={48} />
            <div className="min-w-0">
              <p className="truncate text-15 text-text-2">{person.email && shownEmail(person.email)}</p>
              <p className="flex gap-1.5">
                <Badge tone={person.status === 'active' ? 'success' : person.status === 'banned' ? 'danger' : 'neutral'}>{t(`status.${person.status}`)}</Badge>
                {person.roles
                  .filter((role) => role !== 'member')
                  .map((role) => (
                    <Badge key={role}>{role}</Badge>
                  ))}
              </p>
            </div>
          </div>
          <Tabs current={part} label={t('person.parts')} items={PARTS.map((one) => ({ key: one, label: t(`person.${one}`), to: `${base}/${one}` }))} />
          <div className="mt-4">
            <Part part={part} person={person} />
          </div>
          {editing && <EditContact person={person} onClose={() => setEditing(false)} />}
        </>
      ) : query.isError ? (
        <Failure error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton w="100%" h={420} />
      )}
    </AdminPage>
  )
}

function Part({ part, person }: { part: (typeof PARTS)[number]; person: OnePerson }) {
  const t = useT()
  const props = { memberId: person.member_id, personId: person.id, name: person.name, status: person.status }
  switch (part) {
    case 'info':
      return <PersonInfo person={person} />
    case 'access':
      return (
        <Slot
          of={contract.slots['person.access']}
          props={props}
          fallback={<EmptyState icon="key-round" title={t('person.no_access')} text={t('person.no_access_text')} />}
        />
      )
    case 'billing':
      return (
        <Slot
          of={contract.slots['person.billing']}
          props={props}
          fallback={<EmptyState icon="credit-card" title={t('person.no_billing')} text={t('person.no_billing_text')} />}
        />
      )
    case 'activity_logs':
      return person.member_id === null ? (
        <EmptyState icon="history" title={t('logs.none')} text={t('person.no_logs')} />
      ) : (
        <div className="grid gap-6">
          <section className="grid gap-2">
            <h2 className="text-15 font-semibold">{t('person.did')}</h2>
            <Logs query={{ actor_id: person.member_id }} />
          </section>
          <section className="grid gap-2">
            <h2 className="text-15 font-semibold">{t('person.done_to')}</h2>
            <Logs query={{ subject_id: person.member_id }} />
          </section>
        </div>
      )
  }
}

function EditContact({ person, onClose }: { person: OnePerson; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState(person.name)
  const [email, setEmail] = useState(person.email ?? '')
  const update = useWrite(routes.updateContact, { invalidates: [routes.contact, routes.list], onSuccess: onClose })
  const errors = useFieldErrors(update.error)
  return (
    <FormDialog
      title={t('contact.edit')}
      onClose={onClose}
      onSubmit={() => update.mutateAsync({ params: { sqid: person.sqid }, body: { name, email } })}
      error={update.error}
      action={t('save')}
      pending={update.isPending}
    >
      <Field label={t('contact.name')} error={errors.name}>
        <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} autoFocus />
      </Field>
      <Field label={t('contact.email')} error={errors.email}>
        <Input type="email" value={email} maxLength={254} onChange={(event) => setEmail(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
