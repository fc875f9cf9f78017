/** Background work: how much waits and runs, which queues are paused, and what failed for good, to be run again or deleted. */
import { useState } from 'react'
import {
  AdminPage,
  Button,
  Card,
  CardHead,
  Checkbox,
  EmptyState,
  Icon,
  IconButton,
  Query,
  Skeleton,
  Time,
  toast,
  useConfirm,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import contract, { type JobsPage } from '../../contract.ts'
import { JsonBlock } from '../components/JsonBlock.tsx'

const { remove: deleteJob, jobs: jobsRoute, replay: replayJobs, resume: resumeQueue, health: healthRoute } = contract.routes
type PausedQueue = JobsPage['paused'][number]
type DeadLetter = JobsPage['dead_letters']['records'][number]

/** Milliseconds between looks at the counts. */
const WATCH = 10_000

export default function Jobs() {
  const t = useT()
  /** The cursors of the pages up to the one that is shown. */
  const [cursors, setCursors] = useState<string[]>([])
  const query = useRead(jobsRoute, { query: { cursor: cursors.at(-1) } }, { keepPrevious: true, refetchInterval: WATCH })
  return (
    <AdminPage name="operations/Jobs" title={t('admin.jobs')} text={t('jobs.text')}>
      <Query query={query} skeleton={<JobsSkeleton />}>
        {(page) => (
          <>
            <Counts counts={page.counts} />
            {page.paused.length > 0 && <PausedQueues queues={page.paused} />}
            <DeadLetters letters={page.dead_letters.records} />
            <div className="mt-4 flex justify-end gap-2">
              {cursors.length > 0 && (
                <Button icon="chevron-left" onClick={() => setCursors(cursors.slice(0, -1))}>
                  {t('paging.newer')}
                </Button>
              )}
              {page.dead_letters.next_cursor && <Button onClick={() => setCursors([...cursors, page.dead_letters.next_cursor!])}>{t('paging.older')}</Button>}
            </div>
          </>
        )}
      </Query>
    </AdminPage>
  )
}

function Counts({ counts }: { counts: JobsPage['counts'] }) {
  const t = useT()
  return (
    <Card as="dl" className="mb-4 grid grid-cols-3 divide-x divide-border">
      {(['waiting', 'running', 'dead'] as const).map((kind) => (
        <div key={kind} className="px-4 py-3.5 desk:px-5">
          <dt className="text-13 text-text-2">{t(`jobs.${kind}`)}</dt>
          <dd className={`text-24 font-semibold tabular-nums ${kind === 'dead' && counts.dead > 0 ? 'text-danger' : ''}`}>
            {t('number', { value: counts[kind] })}
          </dd>
        </div>
      ))}
    </Card>
  )
}

/** For the owner of the platform: queues of plugins whose work waits. */
function PausedQueues({ queues }: { queues: PausedQueue[] }) {
  const t = useT()
  const resume = useWrite(resumeQueue, { invalidates: [jobsRoute, healthRoute] })
  const press = (name: string) =>
    resume.mutateAsync({ body: { name } }).then(
      () => toast.success(t('jobs.resumed')),
      (error) => toast.error(error.message),
    )
  return (
    <Card className="mb-4">
      <CardHead title={t('jobs.paused.title')} text={t('jobs.paused.text')} />
      <ul className="divide-y divide-border">
        {queues.map(({ name, error, paused_at, waiting }) => (
          <li key={name} className="flex items-start gap-3 px-4 py-3 desk:px-5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">{name.slice(name.indexOf(':') + 1)}</span>
                <span className="text-12 text-text-3">
                  {t(name.startsWith('on:') ? 'jobs.paused.subscriber' : 'jobs.paused.job')} <span aria-hidden="true">·</span> <Time value={paused_at} />{' '}
                  <span aria-hidden="true">·</span> {t('jobs.paused.waiting', { count: waiting })}
                </span>
              </p>
              <p className="break-words text-13 text-danger">{error}</p>
            </div>
            <Button
              icon="play"
              aria-label={t('jobs.resume.one', { queue: name.slice(name.indexOf(':') + 1) })}
              loading={resume.isPending && resume.variables?.body.name === name}
              onClick={() => void press(name)}
            >
              {t('jobs.resume')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function DeadLetters({ letters }: { letters: DeadLetter[] }) {
  const t = useT()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const ids = letters.map(({ id }) => id).filter((id) => chosen.has(id))
  const replay = useWrite(replayJobs, { invalidates: [jobsRoute] })

  const run = (which: number[]) =>
    replay.mutateAsync({ body: { ids: which } }).then(
      ({ replayed }) => {
        setChosen(new Set())
        toast.success(t('jobs.replayed', { count: replayed }))
      },
      (error) => toast.error(error.message),
    )
  const choose = (id: number, on: boolean) => setChosen(new Set(on ? [...chosen, id] : [...chosen].filter((other) => other !== id)))

  if (letters.length === 0)
    return (
      <Card>
        <EmptyState icon="circle-check" title={t('jobs.empty.title')} text={t('jobs.empty.text')} />
      </Card>
    )
  return (
    <Card>
      <CardHead
        title={t('jobs.dead.title')}
        text={t('jobs.dead.text')}
        action={
          <Button variant="primary" icon="rotate-cw" disabled={ids.length === 0} loading={replay.isPending} onClick={() => void run(ids)}>
            {ids.length ? t('jobs.replay.some', { count: ids.length }) : t('jobs.replay')}
          </Button>
        }
      />
      <div className="border-b bg-surface-2 px-4 py-2 desk:px-5">
        <Checkbox
          label={t('jobs.all')}
          checked={ids.length === letters.length}
          some={ids.length > 0}
          onChange={(on) => setChosen(new Set(on ? letters.map(({ id }) => id) : []))}
        />
      </div>
      <ul className="divide-y divide-border">
        {letters.map((letter) => (
          <Letter
            key={letter.id}
            letter={letter}
            chosen={chosen.has(letter.id)}
            onChosen={(on) => choose(letter.id, on)}
            onReplay={() => void run([letter.id])}
          />
        ))}
      </ul>
    </Card>
  )
}

interface LetterProps {
  letter: DeadLetter
  chosen: boolean
  onChosen: (on: boolean) => void
  onReplay: () => void
}
function Letter({ letter, chosen, onChosen, onReplay }: LetterProps) {
  const t = useT()
  const confirm = useConfirm()
  const remove = useWrite(deleteJob, { invalidates: [jobsRoute] })

  async function press() {
    if (!(await confirm({ title: t('jobs.delete.title', { job: letter.name }), text: t('jobs.delete.text'), action: t('jobs.delete'), tone: 'danger' }))) return
    await remove.mutateAsync({ params: { id: letter.id } }).then(
      () => toast.success(t('jobs.deleted')),
      (error) => toast.error(error.message),
    )
  }

  return (
    <li className="flex items-start gap-3 px-4 py-3 desk:px-5">
      <Checkbox aria-label={t('jobs.choose', { job: letter.name })} checked={chosen} onChange={onChosen} className="mt-1" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{letter.name}</span>
          <span className="text-12 text-text-3">
            <Time value={letter.failed_at} /> <span aria-hidden="true">·</span> {t('jobs.attempts', { count: letter.attempts })}
          </span>
        </p>
        {letter.error && <p className="line-clamp-2 break-words text-13 text-danger">{letter.error}</p>}
        <details className="group mt-1">
          <summary className="inline-flex list-none items-center gap-1 rounded-control text-13 text-text-2 hover:text-text">
            <Icon name="chevron-right" size="sm" className="transition-[rotate] group-open:rotate-90" />
            {t('jobs.details')}
          </summary>
          <div className="mt-2 grid gap-2">
            {letter.error && (
              <pre className="overflow-auto whitespace-pre-wrap break-words rounded-lg bg-danger-soft px-3 py-2 font-mono text-12 text-danger">
                {letter.error}
              </pre>
            )}
            <JsonBlock value={letter.payload} />
          </div>
        </details>
      </div>
      <IconButton icon="rotate-cw" label={t('jobs.replay')} onClick={onReplay} />
      <IconButton icon="trash-2" label={t('jobs.delete')} loading={remove.isPending} onClick={() => void press()} />
    </li>
  )
}

const JobsSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton w="100%" h={82} />
    <Skeleton w="100%" h={320} />
  </div>
)
