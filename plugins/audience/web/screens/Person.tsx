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
  LinkButton,
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
  useSearch,
  useSession,
  useT,
  useWrite,
  FormDialog,
} from '@atrium/sdk/web'
import { useState } from 'react'
import members from '../../../members/contract.ts'
import contract, { type OnePerson } from '../../contract.ts'
import { Logs } from '../components/Logs.tsx'
import { besideIn } from '../components/found.ts'
import { EditTags, PersonInfo } from '../components/PersonInfo.tsx'
import { Roles } from '../components/Roles.tsx'
import { Timeline } from '../components/Timeline.tsx'

const { routes } = contract
const PARTS = ['info', 'timeline', 'access', 'billing', 'activity_logs'] as const

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
  // whoever comes from a segment stays in it
  const segment = useSearch().get('segment')
  const within = segment ? `?segment=${encodeURIComponent(segment)}` : ''
  const person = query.data
  const remove = useWrite(routes.destroyContact, {
    invalidates: [routes.list, routes.count],
    onSuccess: () => {
      toast.success(t('contact.deleted'))
      navigate(`/audience/manage${within}`)
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
      back={{ to: `/audience/manage${within}`, label: t('admin.audience') }}
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
            <div className="min-w-0 flex-1">
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
            <Beside sqid={person.sqid} part={part} within={within} />
          </div>
          <ActBar person={person} base={base} />
          <Tabs current={part} label={t('person.parts')} items={PARTS.map((one) => ({ key: one, label: t(`person.${one}`), to: `${base}/${one}${within}` }))} />
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

/** On to who stands beside them in the list that was filtered. */
function Beside({ sqid, part, within }: { sqid: string; part: string; within: string }) {
  const t = useT()
  const { previous, next } = besideIn(sqid)
  if (!previous && !next) return null
  const at = (one: string | undefined) => `/admin/audience/${one}/${part}${within}`
  return (
    <span className="flex gap-1">
      {previous && <LinkButton to={at(previous)} variant="ghost" icon="chevron-left" aria-label={t('person.previous')} data-tip={t('person.previous')} />}
      {next && <LinkButton to={at(next)} variant="ghost" icon="chevron-right" aria-label={t('person.next')} data-tip={t('person.next')} />}
    </span>
  )
}

/** What can be done with somebody, wherever on their page one is. */
function ActBar({ person, base }: { person: OnePerson; base: string }) {
  const t = useT()
  const { has, member } = useSession()
  const { member_id: memberId, id: personId, name, status } = person
  const other = memberId !== null && memberId !== member?.id
  return (
    <div role="toolbar" aria-label={t('person.acts')} className="mb-4 flex flex-wrap gap-2">
      {other && status === 'active' && <Slot of={members.slots['profile.actions']} only="chat" props={{ memberId, name, compact: false }} />}
      <EditTags person={person} />
      <Roles person={person} />
      {has('paywalls') && (
        <LinkButton to={`${base}/billing`} icon="credit-card">
          {t('person.refund')}
        </LinkButton>
      )}
      <Slot of={contract.slots['person.acts']} props={{ memberId, personId, name, status }} />
    </div>
  )
}

function Part({ part, person }: { part: (typeof PARTS)[number]; person: OnePerson }) {
  const t = useT()
  const props = { memberId: person.member_id, personId: person.id, name: person.name, status: person.status }
  switch (part) {
    case 'info':
      return <PersonInfo person={person} />
    case 'timeline':
      return <Timeline sqid={person.sqid} />
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
