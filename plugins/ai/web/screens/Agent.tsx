/** `/settings/ai-agents/agents/:id`: who an agent is, whom and where it answers out of what, and a playground beside. */
import { Form, SaveBar, SettingsPage, toast, useEdits, useNavigate, useParams, useConfirm, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useMemo, useState } from 'react'
import contract, { type Agent as AgentReply } from '../../contract.ts'
import { type AgentDraft, bodyOf, draftOf } from '../components/agent/draft.ts'
import { Behaviour, HandOver, People, Places, Spaces, Tools, Who } from '../components/agent/Fields.tsx'
import { Playground } from '../components/agent/Playground.tsx'
import { Said } from '../components/agent/Said.tsx'
import { Versions } from '../components/agent/Versions.tsx'

const { routes } = contract
const AGENTS = '/settings/ai-agents/agents'

export default function Agent() {
  const t = useT()
  const navigate = useNavigate()
  const id = Number(useParams<{ id: string }>().id)
  const query = useRead(routes.profile, { params: { id } })
  const [isOpen, setOpen] = useState(false)
  const name = query.data?.name ?? ''
  const confirm = useConfirm()
  const remove = useWrite(routes.destroyProfile, {
    invalidates: [routes.profiles, routes.agents],
    onSuccess: () => {
      toast.success(t('agent.deleted'))
      navigate(AGENTS)
    },
    onError: (error) => toast.error(error.message),
  })
  async function ask() {
    const isSure = await confirm({ title: t('agent.delete_title', { name }), text: t('agent.delete_text'), action: t('agent.delete'), tone: 'danger' })
    if (isSure) remove.mutate({ params: { id } })
  }
  return (
    <SettingsPage
      wide
      name="ai/Agent"
      title={name || t('admin.agents')}
      who="ai.manage"
      back={{ to: AGENTS, label: t('admin.agents') }}
      query={query}
      height={720}
      actions={[
        query.data && { label: t('versions.title'), icon: 'history', onSelect: () => setOpen(true) },
        query.data && { label: t('agent.delete'), icon: 'trash-2', onSelect: ask },
      ]}
    >
      {(agent) => (
        <>
          <Edited key={agent.id} agent={agent} />
          {isOpen && <Versions agent={agent} onClose={() => setOpen(false)} />}
        </>
      )}
    </SettingsPage>
  )
}

function Edited({ agent }: { agent: AgentReply }) {
  const t = useT()
  const write = useWrite(routes.updateProfile, { invalidates: [contract] })
  const draft = useMemo(() => draftOf(agent), [agent])
  const { value, set, errors, form, bar } = useEdits<AgentDraft>(draft, (changes) =>
    write.mutateAsync({
      params: { id: agent.id },
      body: {
        profile: bodyOf(changes),
        version: agent.version,
      },
    }),
  )
  const part = { value, set, errors }
  return (
    <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
      <Form {...form} className="grid min-w-0 gap-4">
        <Who {...part} />
        <Behaviour {...part} />
        <Places {...part} />
        <Spaces {...part} />
        <People {...part} />
        <Tools {...part} />
        <HandOver {...part} />
        <SaveBar {...bar} action={t('agent.save')} />
        {agent.places.posts && <Said id={agent.id} />}
      </Form>
      <Playground id={agent.id} draft={value} />
    </div>
  )
}
