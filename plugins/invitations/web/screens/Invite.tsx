/** Invitations by email: a wizard of four steps, and below what was sent and who has not come yet. */
import {
  AdminPage,
  Button,
  Card,
  EmptyState,
  Field,
  Form,
  LinkButton,
  Slot,
  Switch,
  Textarea,
  toast,
  useDraft,
  useLocation,
  useNavigate,
  useSession,
  useSlotFilled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract, { MAILS_AN_HOUR, MESSAGE_LENGTH, type OpenedTarget, type Paywall } from '../../contract.ts'
import { Addresses, Letter } from '../components/Addresses.tsx'
import { OpenInvitations, Sendings } from '../components/Sent.tsx'
import { NoMail } from '../components/NoMail.tsx'
import { AccessPick, SpacePick, TagPick } from '../components/pickers.tsx'
import { StepBar } from '../components/StepBar.tsx'

const { routes } = contract
const STEPS = ['details', 'access', 'paywalls', 'emails'] as const
interface Draft {
  message: string
  remind: boolean
  redirect_space_id: number | null
  opens: OpenedTarget[]
  member_tag_ids: number[]
  paywall: Paywall | null
  emails: string
}
const EMPTY: Draft = { message: '', remind: true, redirect_space_id: null, opens: [], member_tag_ids: [], paywall: null, emails: '' }
const at = (step: string) => `/members/invite/${step}`

export default function Invite() {
  const t = useT()
  const path = useLocation().split('?')[0]!
  const navigate = useNavigate()
  const step = STEPS.find((one) => path.endsWith(`/${one}`))
  const { value: draft, set, clear } = useDraft<Draft>('invitations.invite', EMPTY)
  const change = (some: Partial<Draft>) => set({ ...draft, ...some })
  const { community } = useSession()
  const isPriced = useSlotFilled(contract.slots['invitations.paywall'])
  const send = useWrite(routes.invite, {
    invalidates: [contract],
    onSuccess: ({ bulk_invitation: { total } }) => {
      clear()
      if (community.sends_mail) toast.success(t('invite.sent', { count: total }))
      else toast.error(t('noMail.title'))
      navigate('/members/invite')
    },
  })
  if (!step)
    return (
      <AdminPage
        name="invitations/Invite"
        title={t('admin.invite')}
        text={t('invite.text', { max: MAILS_AN_HOUR })}
        actions={[
          { label: t('invite.start'), icon: 'mail', primary: true, to: at('details') },
          { label: t('admin.links'), icon: 'link', to: '/members/invitation_links' },
        ]}
        who="members.manage"
        wide
      >
        <NoMail />
        <Sendings />
        <OpenInvitations start={at('details')} />
      </AdminPage>
    )
  const index = STEPS.indexOf(step)
  const texts: Partial<Record<(typeof STEPS)[number], string>> = { access: t('links.places', { count: draft.opens.length }) }
  return (
    <AdminPage name="invitations/Invite" title={t('admin.invite')} back={{ to: '/members/invite', label: t('invite.all') }} who="members.manage" wide>
      <NoMail />
      <StepBar label={t('invite.steps')} current={step} steps={STEPS.map((key) => ({ key, label: t(`step.${key}`), text: texts[key], to: at(key) }))} />
      <Form
        error={send.error}
        onSubmit={() => {
          const next = STEPS[index + 1]
          return next ? navigate(at(next)) : send.mutateAsync({ body: draft }).catch(() => {})
        }}
      >
        <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_336px]">
          <Card pad className="grid gap-4">
            {step === 'details' ? (
              <>
                <Field label={t('invite.message')} help={t('invite.message.help')}>
                  <Textarea rows={4} value={draft.message} maxLength={MESSAGE_LENGTH} onChange={(event) => change({ message: event.target.value })} />
                </Field>
                <SpacePick value={draft.redirect_space_id} onChange={(redirect_space_id) => change({ redirect_space_id })} />
                <Switch checked={draft.remind} onChange={(remind) => change({ remind })} label={t('invite.remind')} />
              </>
            ) : step === 'access' ? (
              <>
                <p className="text-13 text-text-2">{t('invite.access.text')}</p>
                <AccessPick value={draft.opens} onChange={(opens) => change({ opens })} />
                <TagPick value={draft.member_tag_ids} onChange={(member_tag_ids) => change({ member_tag_ids })} />
              </>
            ) : step === 'paywalls' ? (
              isPriced ? (
                <Slot of={contract.slots['invitations.paywall']} props={{ value: draft.paywall, onChange: (paywall) => change({ paywall }) }} />
              ) : (
                <EmptyState icon="credit-card" title={t('paywall.none')} text={t('paywall.none_text')} />
              )
            ) : (
              <Addresses value={draft.emails} onChange={(emails) => change({ emails })} />
            )}
          </Card>
          <Letter message={draft.message} />
        </div>
        <div className="flex flex-wrap justify-between gap-2">
          <LinkButton to={index > 0 ? at(STEPS[index - 1]!) : '/members/invite'} variant="ghost">
            {t('back')}
          </LinkButton>
          <Button type="submit" variant="primary" loading={send.isPending} disabled={step === 'emails' && !draft.emails.trim()}>
            {t(step === 'emails' ? 'invite.send' : 'next')}
          </Button>
        </div>
      </Form>
    </AdminPage>
  )
}
