/** `/settings/ai-agents/agents`: who answers here, whom, and how much they are asked. */
import {
  AdminPage,
  Badge,
  Button,
  Card,
  EmptyState,
  Field,
  FormDialog,
  Input,
  Link,
  Query,
  Skeleton,
  useFieldErrors,
  useNavigate,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Agent, PLACES } from '../../contract.ts'
import { Face } from '../components/Face.tsx'

const { routes } = contract

export default function Agents() {
  const t = useT()
  const query = useRead(routes.profiles)
  const [isNew, setNew] = useState(false)
  return (
    <AdminPage
      wide
      name="ai/Agents"
      title={t('admin.agents')}
      text={t('agents.text')}
      who="ai.manage"
      actions={[{ label: t('agents.new'), icon: 'plus', primary: true, onSelect: () => setNew(true) }]}
    >
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={320} />}
        isEmpty={({ records }) => records.length === 0}
        empty={
          <Card>
            <EmptyState
              icon="sparkles"
              title={t('agents.none')}
              text={t('agents.none_text')}
              action={
                <Button variant="primary" icon="plus" onClick={() => setNew(true)}>
                  {t('agents.new')}
                </Button>
              }
            />
          </Card>
        }
      >
        {({ records }) => (
          <ul className="grid gap-4 desk:grid-cols-2 wide:grid-cols-3">
            {records.map((agent) => (
              <li key={agent.id}>
                <AgentTile agent={agent} />
              </li>
            ))}
          </ul>
        )}
      </Query>
      {isNew && <NewAgent onClose={() => setNew(false)} />}
    </AdminPage>
  )
}

function AgentTile({ agent }: { agent: Agent }) {
  const t = useT()
  return (
    <Card as="article" link pad className="relative grid h-full content-start gap-3">
      <div className="flex items-center gap-3">
        <Face agent={agent} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-15">
            <Link to={`/settings/ai-agents/agents/${agent.id}`} className="after:absolute after:inset-0 after:rounded-card">
              {agent.name}
            </Link>
          </h2>
          <p className="truncate text-13 text-text-3">{t(`audience.${agent.audience.kind}`)}</p>
        </div>
        <Badge tone={agent.is_enabled ? 'success' : 'neutral'}>{t(agent.is_enabled ? 'agents.on' : 'agents.off')}</Badge>
      </div>
      {agent.headline && <p className="text-13 text-text-2">{agent.headline}</p>}
      <div className="flex flex-wrap gap-1.5">
        {agent.is_default && <Badge tone="brand">{t('agents.default')}</Badge>}
        {PLACES.filter((place) => agent.places[place]).map((place) => (
          <Badge key={place}>{t(`place.${place}`)}</Badge>
        ))}
      </div>
      <p className="mt-auto border-t pt-3 text-13 text-text-2">{t('agents.questions', { count: agent.questions_count })}</p>
    </Card>
  )
}

function NewAgent({ onClose }: { onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [headline, setHeadline] = useState('')
  const write = useWrite(routes.createProfile, { invalidates: [contract], onSuccess: ({ id }) => navigate(`/settings/ai-agents/agents/${id}`) })
  const errors = useFieldErrors(write.error)
  return (
    <FormDialog
      title={t('agents.new')}
      action={t('agents.create')}
      pending={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={() => write.mutateAsync({ body: { profile: { name: name.trim(), headline: headline.trim() } } })}
    >
      <Field label={t('agent.name')} error={errors['profile.name']}>
        <Input value={name} maxLength={60} required autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('agent.headline')} help={t('agent.headline_help')} error={errors['profile.headline']}>
        <Input value={headline} maxLength={120} onChange={(event) => setHeadline(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
