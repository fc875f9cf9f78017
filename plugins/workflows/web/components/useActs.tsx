/** What is done with a workflow as a whole, from the list and from its pages. */
import { ApiError, toast, useConfirm, useNavigate, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Problems, type Workflow } from '../../contract.ts'
import { AT, editPath } from './paths.ts'
import { TurnOff } from './TurnOff.tsx'

const { routes } = contract
type Named = Pick<Workflow, 'id' | 'name' | 'running_count'>

/** What keeps it from being switched on, of a refusal that says so. */
export const problemsOf = (error: unknown): Problems | null =>
  error instanceof ApiError && error.status === 422 && error.details && typeof error.details === 'object' ? (error.details as Problems) : null

export function useActs() {
  const t = useT()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const [turningOff, setTurningOff] = useState<Named | null>(null)
  const options = (done: string) => ({
    invalidates: [contract],
    onSuccess: () => toast.success(t(done)),
    onError: (error: Error) => toast.error(error.message),
  })
  const activate = useWrite(routes.activate, { invalidates: [contract], onSuccess: () => toast.success(t('done.on')) })
  const archive = useWrite(routes.archive, options('done.archived'))
  const restore = useWrite(routes.archive, options('done.restored'))
  const duplicate = useWrite(routes.duplicate, { ...options('done.duplicated'), onSuccess: ({ id }) => navigate(editPath(id)) })
  const destroy = useWrite(routes.destroy, options('done.deleted'))
  const cancelAll = useWrite(routes.cancelRuns, {
    invalidates: [contract],
    onSuccess: ({ cancelled }) => toast.success(t('done.cancelled', { count: cancelled })),
    onError: (error) => toast.error(error.message),
  })
  const of = ({ id }: Pick<Workflow, 'id'>) => ({ params: { id } })

  return {
    isTurningOn: activate.isPending,
    /** The problems where it is not ready, null once it is on. */
    async turnOn(one: Pick<Workflow, 'id' | 'name' | 'workflow_type'>): Promise<Problems | null> {
      const said = { title: t('turn_on.title', { name: one.name }), text: t('turn_on.text'), action: t('turn_on.action'), tone: 'primary' as const }
      if (one.workflow_type !== 'dynamic' && !(await confirm(said))) return null
      try {
        await activate.mutateAsync(of(one))
        return null
      } catch (error) {
        const problems = problemsOf(error)
        if (!problems) toast.error((error as Error).message)
        return problems ?? {}
      }
    },
    /** The same where its cards are not in sight. */
    async turnOnFrom(one: Named & Pick<Workflow, 'workflow_type'>) {
      const problems = await this.turnOn(one)
      const said = Object.values(problems ?? {}).flat()
      if (said.length === 0) return
      const text = (
        <ul className="grid list-disc gap-1 ps-5">
          {[...new Set(said)].map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )
      const opens = await confirm({ title: t('not_ready.title', { name: one.name }), text, action: t('not_ready.open'), tone: 'primary' })
      if (opens) navigate(editPath(one.id))
    },
    turnOff: setTurningOff,
    /** Stands at the end of the screen. */
    dialogs: turningOff && <TurnOff workflow={turningOff} onClose={() => setTurningOff(null)} />,
    duplicate: (one: Named) => duplicate.mutate(of(one)),
    archive: (one: Workflow) => {
      const archived = one.status !== 'archived'
      ;(archived ? archive : restore).mutate({ ...of(one), body: { archived } })
    },
    async destroy(one: Named) {
      const said = { title: t('delete.title', { name: one.name }), text: t('delete.text'), action: t('delete.action'), tone: 'danger' as const }
      if (!(await confirm(said))) return
      const gone = await destroy.mutateAsync(of(one)).then(
        () => true,
        () => false,
      )
      if (gone) navigate(AT)
    },
    async cancelAll(one: Named) {
      const said = {
        title: t('cancel_all.title', { count: one.running_count }),
        text: t('cancel_all.text'),
        action: t('cancel_all.action'),
        tone: 'danger' as const,
      }
      if (await confirm(said)) cancelAll.mutate(of(one))
    },
  }
}
