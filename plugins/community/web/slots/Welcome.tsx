/** The first days: to admins what is still to be set up, to a new member words of welcome and what is missing of their face. */
import { Card, Icon, IconButton, Link, LinkButton, Progress, toast, useQueryCache, useRead, useSession, useStored, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export default function Welcome() {
  const { can } = useSession()
  return (
    <>
      {can('community.manage') && <SetUp />}
      <Greeting />
    </>
  )
}

/** Until a second person is in, the set-up is what an admin comes for. */
function SetUp() {
  const t = useT()
  const cache = useQueryCache()
  const { data } = useRead(contract.routes.checklist)
  const close = useWrite(contract.routes.updateChecklist, {
    onSuccess: (reply) => void cache.update(contract.routes.checklist, undefined, () => reply),
    onError: (error) => toast.error(error.message),
  })
  if (!data || data.dismissed || data.steps.some(({ key, done, skipped }) => key === 'invite' && (done || skipped))) return null
  const said = t('setup.text', { done: data.done_count, total: data.total })
  return (
    <Card pad className="relative grid gap-3">
      <div className="absolute top-2 end-2">
        <IconButton icon="x" size="sm" label={t('setup.close')} onClick={() => close.mutate({ body: { dismissed: true } })} />
      </div>
      <div className="pe-8">
        <h2 className="text-17">{t('setup.title')}</h2>
        <p className="mt-1 text-text-2">{said}</p>
      </div>
      <Progress value={(data.done_count / data.total) * 100} label={said} />
      <LinkButton variant="primary" to="/settings/onboarding" className="justify-self-start">
        {t('setup.go')}
      </LinkButton>
    </Card>
  )
}

function Greeting() {
  const t = useT()
  const { member } = useSession()
  const [closed, setClosed] = useStored('community.welcome', false)
  const { data } = useRead(contract.routes.welcome, undefined, { enabled: member !== null && !closed })
  if (!data?.show || closed) return null
  const steps = [data.ask_for_picture && 'picture', data.ask_for_headline && 'headline'].filter((key) => key !== false)
  if (!data.title && !data.text && steps.length === 0) return null
  return (
    <Card pad className="relative">
      <div className="absolute top-2 end-2">
        <IconButton icon="x" size="sm" label={t('welcome.close')} onClick={() => setClosed(true)} />
      </div>
      <h2 className="pe-8 text-17">{data.title || t('welcome.title')}</h2>
      <p className="mt-1 max-w-[64ch] whitespace-pre-line text-text-2">{data.text || t('welcome.text')}</p>
      {steps.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {steps.map((key) => (
            <li key={key}>
              <Link to="/account" className="inline-flex h-9 items-center gap-2 rounded-control border border-field px-3 text-13 font-medium hover:bg-hover">
                <Icon name={key === 'picture' ? 'camera' : 'pencil'} size="sm" />
                {t(`welcome.${key}`)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
