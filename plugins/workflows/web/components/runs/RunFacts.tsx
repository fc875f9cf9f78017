/** Beside the cards of a run: for whom, since when, and what happened in the order in which it did. */
import { Avatar, cx, Link, Time, useLocale, useT } from '@atrium/sdk/web'
import type { RunDetail } from '../../../contract.ts'
import { viewPath } from '../paths.ts'
import { RunBadge } from '../StateBadge.tsx'
import { tookWords } from './took.ts'

const DOT = { done: 'bg-success-solid', failed: 'bg-danger-solid', waiting: 'bg-info-solid', skipped: 'bg-strong', cancelled: 'bg-strong' }

export function RunFacts({ run }: { run: RunDetail }) {
  const t = useT()
  const locale = useLocale()
  const facts = [
    { key: 'outcome', value: <RunBadge status={run.status} /> },
    { key: 'started', value: <Time value={run.started_at} kind="datetime" /> },
    run.finished_at && { key: 'finished', value: <Time value={run.finished_at} kind="datetime" /> },
    { key: 'took', value: tookWords(locale, run) },
    {
      key: 'version',
      value: (
        <Link className="link" to={`${viewPath(run.workflow_id)}?version=${run.published_version}`}>
          {run.published_version}
        </Link>
      ),
    },
    run.waits_for && { key: 'waits_for', value: run.waits_for },
    run.wake_at && { key: 'wake_at', value: <Time value={run.wake_at} kind="datetime" /> },
  ].filter((fact) => !!fact)
  return (
    <aside aria-label={t('run.facts')} className="text-13 desk:border-s">
      <div className="flex items-center gap-3 p-5">
        <Avatar id={run.member?.id ?? 0} name={run.member?.name ?? '?'} src={run.member?.avatar_url ?? null} size={40} />
        {run.member ? (
          <Link to={`/u/${run.member.public_uid}`} className="min-w-0 flex-1 text-15 font-semibold hover:underline">
            {run.member.name}
          </Link>
        ) : (
          <p className="text-15 text-text-3">{t('runs.gone')}</p>
        )}
      </div>
      <dl className="grid gap-2 px-5 pb-5">
        {facts.map(({ key, value }) => (
          <div key={key} className="flex items-start justify-between gap-4">
            <dt className="text-text-3">{t(`run.fact.${key}`)}</dt>
            <dd className="text-end font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <section className="border-t p-5">
        <h2 className="mb-3 text-13">{t('run.happened')}</h2>
        <ol className="grid gap-2.5" aria-live="polite">
          {run.steps.map((step) => (
            <li key={step.id} className="flex gap-2.5">
              <span aria-hidden="true" className={cx('mt-1.5 size-2 flex-none rounded-full', DOT[step.outcome])} />
              <span className="min-w-0">
                <Time value={step.finished_at ?? step.created_at} kind="datetime" className="block text-12 text-text-3" />
                {step.label}
                <span className="text-text-3"> · {t(`outcome.${step.outcome}`)}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
      {run.status === 'failed' && (
        <section className="border-t p-5">
          <h2 className="mb-1.5 text-13">{t('run.on_retry')}</h2>
          <p className="text-text-2">{t('run.on_retry_text')}</p>
        </section>
      )}
    </aside>
  )
}
