/** In one's own account: answers to the community's questions, what others see and may do, and whom one keeps away. */
import {
  Avatar,
  Button,
  Card,
  CardHead,
  Form,
  ListRow,
  LoadMore,
  messageOf,
  SettingRow,
  Switch,
  Tabs,
  toast,
  useEdits,
  useRead,
  useReadPages,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type AnsweredField, type Boundary } from '../../contract.ts'
import { type Answers, answersFrom, FieldInputs } from '../components/FieldInputs.tsx'

const { routes } = contract

export default function AccountProfile() {
  const { member, viewOnly } = useSession()
  if (!member || viewOnly) return null
  return (
    <div className="mt-4 grid gap-4">
      <Questions />
      <Wishes />
      <KeptAway />
    </div>
  )
}

function Questions() {
  const { data } = useRead(routes.answers)
  const fields = data ? [...data.profile_fields.visible, ...data.profile_fields.not_visible] : []
  return fields.length > 0 ? <QuestionsForm fields={fields} /> : null
}
function QuestionsForm({ fields }: { fields: readonly AnsweredField[] }) {
  const t = useT()
  const write = useWrite(routes.updateAnswers, { invalidates: [routes.answers, routes.profile, routes.list] })
  const { value, set, errors, form, bar } = useEdits<Answers>(answersFrom(fields), (changes) =>
    write.mutateAsync({ body: { community_member_profile_fields: changes as Answers } }),
  )
  return (
    <Form {...form}>
      <Card>
        <CardHead title={t('account.questions')} text={t('account.questions_text')} />
        <div className="grid gap-4 p-4 desk:p-5">
          <FieldInputs fields={fields} value={value} errors={errors} onChange={set} />
          <div className="flex justify-end">
            <Button type="submit" variant="primary" disabled={!bar.dirty} loading={bar.saving}>
              {t('account.save')}
            </Button>
          </div>
        </div>
      </Card>
    </Form>
  )
}

const WISHES = ['visible_in_member_directory', 'messaging_enabled', 'make_my_email_public'] as const
function Wishes() {
  const t = useT()
  const { community } = useSession()
  const { data } = useRead(routes.preference)
  const write = useWrite(routes.updatePreference, {
    invalidates: [routes.preference],
    optimistic: (cache, { body }) => cache.update(routes.preference, undefined, (reply) => ({ ...reply, ...(body as Partial<typeof reply>) })),
    onError: (error) => toast.error(messageOf(error, t('account.failed'))),
  })
  if (!data) return null
  const shown = WISHES.filter((wish) => wish !== 'make_my_email_public' || community.settings.hide_emails_on_member_profiles === false)
  return (
    <Card>
      <CardHead title={t('account.privacy')} text={t('account.privacy_text')} />
      {shown.map((wish) => (
        <SettingRow
          key={wish}
          title={t(`wish.${wish}`)}
          text={t(`wish.${wish}.help`)}
          control={(aria) => <Switch {...aria} checked={data[wish]} onChange={(on) => write.mutate({ body: { [wish]: on } })} />}
        />
      ))}
    </Card>
  )
}

function KeptAway() {
  const t = useT()
  const [kind, setKind] = useState<Boundary['kind']>('block')
  const query = useReadPages(routes.boundaries, { query: { kind } })
  const all = query.data?.pages.flatMap(({ records }) => records) ?? []
  return (
    <Card className="overflow-clip">
      <CardHead title={t('away.title')} text={t(`away.${kind}.text`)} />
      <Tabs
        className="px-4 desk:px-5"
        label={t('away.title')}
        current={kind}
        items={(['block', 'mute'] as const).map((key) => ({ key, label: t(`away.${key}`), onSelect: () => setKind(key) }))}
      />
      {all.length === 0 ? <p className="px-4 py-4 text-13 text-text-3 desk:px-5">{query.isPending ? ' ' : t(`away.${kind}.none`)}</p> : <AwayList all={all} />}
      <LoadMore query={query} />
    </Card>
  )
}
function AwayList({ all }: { all: readonly Boundary[] }) {
  const t = useT()
  const end = useWrite(routes.destroyBoundary, { invalidates: [routes.boundaries, routes.list], onError: (error) => toast.error(error.message) })
  return (
    <ul>
      {all.map(({ id, kind, member }) => (
        <ListRow key={id} as="li">
          <Avatar id={member.id} name={member.name} src={member.avatar_url} size={32} />
          <span className="min-w-0 flex-1 truncate font-medium">{member.name}</span>
          <Button
            size="sm"
            loading={end.isPending && end.variables?.params.id === member.id}
            onClick={() => end.mutate({ params: { kind, id: member.id } })}
            aria-label={t(`away.${kind}.end_of`, { name: member.name })}
          >
            {t(`away.${kind}.end`)}
          </Button>
        </ListRow>
      ))}
    </ul>
  )
}
