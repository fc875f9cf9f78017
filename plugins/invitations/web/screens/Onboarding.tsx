/** What awaits newcomers: welcome and questions, what they may enter at once, what happens by itself, and who asks to be let in. */
import {
  AdminPage,
  Avatar,
  Button,
  Card,
  CardHead,
  EmptyState,
  Icon,
  Link,
  ListRow,
  LoadMore,
  Query,
  Skeleton,
  Slot,
  Tabs,
  Time,
  toast,
  useLocation,
  useRead,
  useReadPages,
  useSlotFilled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import community from '../../../community/contract.ts'
import members from '../../../members/contract.ts'
import spaces from '../../../spaces/contract.ts'
import contract, { type AccessRequest } from '../../contract.ts'
import { DefaultAccess } from '../components/DefaultAccess.tsx'

const PARTS = { overview: '/members/onboarding', access: '/members/onboarding/access', workflows: '/members/onboarding/workflows' }

export default function Onboarding() {
  const t = useT()
  const path = useLocation().split('?')[0]!
  const part = path === PARTS.access ? 'access' : path === PARTS.workflows ? 'workflows' : 'overview'
  const hasWorkflows = useSlotFilled(contract.slots['invitations.workflows'])
  return (
    <AdminPage name="invitations/Onboarding" title={t('admin.onboarding')} text={t('onboarding.text')} who="members.manage">
      <Tabs
        label={t('admin.onboarding')}
        current={part}
        items={Object.entries(PARTS).map(([key, to]) => ({ key, label: t(`onboarding.${key}`), to }))}
        className="mb-4"
      />
      {part === 'access' ? (
        <DefaultAccess />
      ) : part === 'workflows' ? (
        hasWorkflows ? (
          <Slot of={contract.slots['invitations.workflows']} />
        ) : (
          <Card>
            <EmptyState icon="workflow" title={t('workflows.none')} text={t('workflows.none_text')} />
          </Card>
        )
      ) : (
        <div className="grid gap-4">
          <Beginning />
          <Requests />
        </div>
      )}
    </AdminPage>
  )
}

/** What there is for newcomers, each with where it is set. */
function Beginning() {
  const t = useT()
  const settings = useRead(community.routes.onboarding)
  const fields = useRead(members.routes.fields)
  const questions = fields.data?.records.filter(({ pages }) => pages.some(({ name, visible }) => name === 'signup' && visible)) ?? []
  const rows = [
    {
      key: 'welcome',
      icon: 'hand',
      to: '/settings/onboarding?tab=welcome',
      text: t(settings.data?.welcome_enabled ? 'onboarding.welcome_on' : 'onboarding.welcome_off'),
    },
    {
      key: 'questions',
      icon: 'clipboard-list',
      to: '/settings/profile_fields',
      text: questions.length ? questions.map(({ label }) => label).join(', ') : t('onboarding.questions_none'),
    },
    { key: 'places', icon: 'layout-grid', to: PARTS.access, text: t('onboarding.places_text', { count: settings.data?.default_space_ids.length ?? 0 }) },
    { key: 'letter', icon: 'mail', to: '/settings/onboarding?tab=invitation', text: t('onboarding.letter_text') },
    { key: 'checklist', icon: 'list-checks', to: '/settings/onboarding', text: t('onboarding.checklist_text') },
  ] as const
  return (
    <Card as="section">
      <CardHead title={t('onboarding.first')} text={t('onboarding.first_text')} />
      <ul>
        {rows.map(({ key, icon, to, text }) => (
          <ListRow as="li" key={key} className="relative">
            <Icon name={icon} className="text-text-2" />
            <div className="min-w-0 flex-1">
              <Link to={to} className="font-medium after:absolute after:inset-0">
                {t(`onboarding.${key}`)}
              </Link>
              <p className="text-13 text-text-3 wrap-anywhere">{text}</p>
            </div>
            <Icon name="chevron-right" size="sm" className="text-text-3" />
          </ListRow>
        ))}
      </ul>
    </Card>
  )
}

function Requests() {
  const t = useT()
  const query = useReadPages(contract.routes.requests)
  return (
    <Card as="section">
      <CardHead title={t('requests.title')} text={t('requests.text')} />
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={120} />}
        isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
        empty={<EmptyState icon="door-open" title={t('requests.none')} text={t('requests.none_text')} />}
      >
        {({ pages }) => (
          <>
            <ul>{pages.flatMap(({ records }) => records.map((request) => <Request key={request.id} request={request} />))}</ul>
            <LoadMore query={query} />
          </>
        )}
      </Query>
    </Card>
  )
}
function Request({ request: { id, space, member, message, created_at } }: { request: AccessRequest }) {
  const t = useT()
  const decide = useWrite(spaces.routes.decideRequest, {
    invalidates: [contract, spaces],
    onSuccess: () => toast.success(t('requests.decided')),
    onError: (error) => toast.error(error.message),
  })
  const answer = (accept: boolean) => decide.mutate({ params: { space_id: space.id, id }, body: { accept } })
  return (
    <ListRow as="li" className="flex-wrap">
      <Avatar name={member.name} id={member.id} src={member.avatar_url} size={36} />
      <div className="min-w-0 flex-1 basis-60">
        <p>
          <Link to={`/u/${member.public_uid}`} className="font-medium hover:underline">
            {member.name}
          </Link>{' '}
          <span className="text-text-2">{t('requests.to', { space: space.name })}</span>
        </p>
        {message && <p className="text-13 text-text-2 wrap-anywhere">{message}</p>}
        <Time value={created_at} className="text-12 text-text-3" />
      </div>
      <span className="flex gap-2">
        <Button size="sm" variant="primary" loading={decide.isPending} onClick={() => answer(true)}>
          {t('requests.accept')}
        </Button>
        <Button size="sm" disabled={decide.isPending} onClick={() => answer(false)}>
          {t('requests.decline')}
        </Button>
      </span>
    </ListRow>
  )
}
