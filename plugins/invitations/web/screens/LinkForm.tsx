/** One invitation link in three tabs: what it is called and how long it holds, what it opens, what it costs. */
import {
  AdminPage,
  Button,
  Card,
  EmptyState,
  Failure,
  Field,
  fieldErrors,
  Form,
  Icon,
  Input,
  Note,
  Skeleton,
  Slot,
  Tabs,
  toast,
  useDraft,
  useLocation,
  useNavigate,
  useParams,
  useRead,
  useSlotFilled,
  useT,
  useWrite,
  useCopy,
} from '@atrium/sdk/web'
import { type RouteReply, slugify } from '@atrium/sdk'
import contract, { type Link, type OpenedTarget, type Paywall } from '../../contract.ts'
import { AccessPick, SpacePick, TagPick } from '../components/pickers.tsx'

const { routes } = contract
const PARTS = ['details', 'access', 'paywalls'] as const
interface Draft {
  name: string
  max_uses: string
  /** A day, as the date field has it. */
  end: string
  redirect_space_id: number | null
  opens: OpenedTarget[]
  member_tag_ids: number[]
  paywall: Paywall | null
}
const EMPTY: Draft = { name: '', max_uses: '', end: '', redirect_space_id: null, opens: [], member_tag_ids: [], paywall: null }
const draftOf = ({ name, max_uses, expires_at, redirect_space_id, opens, member_tag_ids, paywall }: Link): Draft => ({
  name,
  max_uses: max_uses === null ? '' : String(max_uses),
  end: expires_at ? dayOf(new Date(expires_at)) : '',
  redirect_space_id,
  opens,
  member_tag_ids,
  paywall,
})
const dayOf = (at: Date) => [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
/** The end of that day where the admin is. */
const endOf = (day: string) => (day ? new Date(`${day}T23:59:59`).toISOString() : null)

export default function LinkForm() {
  const { id } = useParams<{ id?: string }>()
  const t = useT()
  const query = useRead(routes.link, { params: { id: Number(id ?? 0) } }, { enabled: id !== undefined })
  const title = id === undefined ? t('links.new') : (query.data?.invitation_link.name ?? t('link.one'))
  return (
    <AdminPage name="invitations/LinkForm" title={title} back={{ to: '/members/invitation_links', label: t('admin.links') }} who="members.manage">
      {id !== undefined && query.isPending ? (
        <Skeleton w="100%" h={320} />
      ) : query.error ? (
        query.error.status === 404 ? (
          <EmptyState icon="link-2-off" title={t('link.gone')} text={t('link.gone_text')} />
        ) : (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <Parts key={query.data?.invitation_link.updated_at ?? 'new'} link={query.data?.invitation_link ?? null} qr={query.data?.qr_svg ?? ''} />
      )}
    </AdminPage>
  )
}

function Parts({ link, qr }: { link: Link | null; qr: string }) {
  const t = useT()
  const path = useLocation()
  const navigate = useNavigate()
  const base = link ? `/members/invitation_links/${link.id}/edit` : '/members/invitation_links/new'
  const part = PARTS.find((one) => path.split('?')[0]!.endsWith(`/${one}`)) ?? 'details'
  const { value: draft, set, clear } = useDraft<Draft>(`invitations.link.${link ? `${link.id}.${link.updated_at}` : 'new'}`, link ? draftOf(link) : EMPTY)
  const change = (some: Partial<Draft>) => set({ ...draft, ...some })
  const done = (text: string, toOf: (id: number) => string) => ({
    invalidates: [contract],
    onSuccess: ({ invitation_link: { id } }: RouteReply<typeof routes.link>) => {
      clear()
      toast.success(text)
      navigate(toOf(id))
    },
  })
  // a new link is there to be handed on: its page has the address and the code
  const create = useWrite(
    routes.createLink,
    done(t('link.made'), (id) => `/members/invitation_links/${id}/edit/details`),
  )
  const update = useWrite(
    routes.updateLink,
    done(t('saved'), () => '/members/invitation_links'),
  )
  const save = () => {
    const { name, max_uses, end, redirect_space_id, opens, member_tag_ids, paywall } = draft
    const kept = link?.expires_at && end === dayOf(new Date(link.expires_at)) ? {} : { expires_at: endOf(end) }
    const fields = { name, max_uses: max_uses ? Number(max_uses) : null, redirect_space_id, opens, member_tag_ids, ...kept }
    const body = { invitation_link: fields, paywall }
    return link ? update.mutateAsync({ params: { id: link.id }, body }) : create.mutateAsync({ body })
  }
  const error = create.error ?? update.error
  const isPriced = useSlotFilled(contract.slots['invitations.paywall'])
  return (
    <>
      {link && <Address link={link} qr={qr} />}
      <Tabs label={t('link.parts')} current={part} items={PARTS.map((key) => ({ key, label: t(`part.${key}`), to: `${base}/${key}` }))} className="mb-4" />
      <Form onSubmit={() => save().catch(() => {})} error={error}>
        <Card pad className="grid gap-4">
          {part === 'details' ? (
            <Details draft={draft} change={change} error={error} />
          ) : part === 'access' ? (
            <>
              <p className="text-13 text-text-2">{t('link.access.text')}</p>
              <AccessPick value={draft.opens} onChange={(opens) => change({ opens })} />
              <TagPick value={draft.member_tag_ids} onChange={(member_tag_ids) => change({ member_tag_ids })} />
            </>
          ) : isPriced ? (
            <Slot of={contract.slots['invitations.paywall']} props={{ value: draft.paywall, onChange: (paywall) => change({ paywall }) }} />
          ) : (
            <EmptyState icon="credit-card" title={t('paywall.none')} text={t('paywall.none_text')} />
          )}
        </Card>
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="submit" variant="primary" loading={create.isPending || update.isPending}>
            {t(link ? 'save' : 'link.make')}
          </Button>
        </div>
      </Form>
    </>
  )
}

function Details({ draft, change, error }: { draft: Draft; change: (some: Partial<Draft>) => void; error: unknown }) {
  const t = useT()
  const errors = fieldErrors(error)
  return (
    <>
      <Field label={t('link.name')} help={t('link.name.help')} error={errors['invitation_link.name']}>
        <Input value={draft.name} maxLength={120} required onChange={(event) => change({ name: event.target.value })} />
      </Field>
      <div className="grid gap-4 desk:grid-cols-2">
        <Field label={t('link.max')} help={t('link.max.help')} error={errors['invitation_link.max_uses']}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={1_000_000}
            value={draft.max_uses}
            onChange={(event) => change({ max_uses: event.target.value })}
          />
        </Field>
        <Field label={t('link.end')} help={t('link.end.help')} error={errors['invitation_link.expires_at']}>
          <Input type="date" value={draft.end} onChange={(event) => change({ end: event.target.value })} />
        </Field>
      </div>
      <SpacePick value={draft.redirect_space_id} onChange={(redirect_space_id) => change({ redirect_space_id })} />
    </>
  )
}

function Address({ link, qr }: { link: Link; qr: string }) {
  const t = useT()
  const copy = useCopy()
  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(qr)}`
  return (
    <Note
      tone={link.state === 'active' ? 'info' : 'warning'}
      icon="link"
      className="mb-4"
      title={t(`link.state.${link.state}`, { count: link.members_joined_count })}
    >
      <span className="flex flex-wrap items-start gap-3">
        <span className="grid min-w-0 flex-1 basis-60 gap-2">
          <code className="text-13 wrap-anywhere">{link.redemption_url}</code>
          <span>{link.leads_to ? t('link.leads_to', { space: `${link.leads_to.emoji ?? ''} ${link.leads_to.name}`.trim() }) : t('link.leads_home')}</span>
          <span className="flex flex-wrap gap-2">
            <Button size="sm" icon="copy" onClick={() => void copy(link.redemption_url)}>
              {t('copy')}
            </Button>
            <a
              href={picture}
              download={`${slugify(link.name) || 'invitation'}.svg`}
              className="inline-flex h-8 items-center gap-1.5 rounded-control border border-field bg-surface px-2.5 text-13 font-medium text-text hover:bg-hover max-desk:min-h-11"
            >
              <Icon name="download" size="sm" />
              {t('link.qr_save')}
            </a>
          </span>
        </span>
        <img src={picture} alt={t('link.qr')} width={132} height={132} className="rounded-card border bg-white p-1.5" />
      </span>
    </Note>
  )
}
