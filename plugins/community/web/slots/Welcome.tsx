/** The first days: to admins what is still to be set up, to a new member their first steps. */
import { Card, IconButton, LinkButton, Progress, toast, useQueryCache, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'
import { FirstDay } from '../components/FirstDay.tsx'

export default function Welcome() {
  const { can, member } = useSession()
  return (
    <>
      {can('community.manage') && <SetUp />}
      {member && <FirstDay memberId={member.id} />}
    </>
  )
}

/** What is left to be set up, until all of it is done or put away. */
function SetUp() {
  const t = useT()
  const cache = useQueryCache()
  const { data } = useRead(contract.routes.checklist)
  const close = useWrite(contract.routes.updateChecklist, {
    onSuccess: (reply) => void cache.update(contract.routes.checklist, undefined, () => reply),
    onError: (error) => toast.error(error.message),
  })
  const next = data?.steps.find(({ done, skipped }) => !done && !skipped)
  if (!data || data.dismissed || !next) return null
  const said = t('setup.text', { done: data.done_count, total: data.total })
  return (
    <Card pad className="relative grid gap-3">
      <div className="absolute top-2 end-2">
        <IconButton icon="x" size="sm" label={t('setup.close')} onClick={() => close.mutate({ body: { dismissed: true } })} />
      </div>
      <div className="pe-8">
        <h2 className="text-17">{t('setup.title')}</h2>
        <p className="mt-1 text-text-2">
          {said} {t('setup.next', { step: t(`step.${next.key}`) })}
        </p>
      </div>
      <Progress value={(data.done_count / data.total) * 100} label={said} />
      <LinkButton variant="primary" to="/settings/onboarding" className="justify-self-start">
        {t('setup.go')}
      </LinkButton>
    </Card>
  )
}
