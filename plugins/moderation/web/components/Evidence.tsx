/** Why a member was reported: what the reports say, and what of theirs was reported or removed of late. */
import { Badge, Link, LinkButton, Note, Time, useT } from '@atrium/sdk/web'
import type { Case } from '../../contract.ts'
import { TONES } from './tones.ts'

export function Evidence({ about: { author, reporters, evidence } }: { about: Case }) {
  const t = useT()
  return (
    <>
      <Note title={t('case.member')}>
        {author && (
          <LinkButton size="sm" to={`/u/${author.public_uid}`}>
            {t('case.profile')}
          </LinkButton>
        )}
      </Note>
      {reporters.map(({ id, name, reason, body, reported_at }) => (
        <article key={id} className="-mx-2 rounded-card border border-border-field border-s-[3px] border-s-danger-solid bg-surface p-3.5">
          <p className="flex flex-wrap items-baseline gap-2 text-13">
            <span className="font-semibold">{t(`reason.${reason}`)}</span>
            <span className="text-12 text-text-3">
              {t('history.by', { name })} <Time within value={reported_at} kind="datetime" />
            </span>
          </p>
          {body && <p className="mt-1 whitespace-pre-line wrap-anywhere">{body}</p>}
        </article>
      ))}
      <section>
        <h3 className="mb-2 text-13 font-medium">{t('evidence.title')}</h3>
        {evidence.length === 0 ? (
          <p className="text-13 text-text-3">{t('evidence.none')}</p>
        ) : (
          <ul className="divide-y divide-border rounded-card border">
            {evidence.map((one) => (
              <li key={one.case_id}>
                <Link to={`/settings/moderation?case=${one.case_id}`} className="block px-3.5 py-2.5 text-13 hover:bg-hover">
                  <span className="mb-1 flex flex-wrap items-center gap-2">
                    {one.action ? <Badge tone={TONES[one.action]}>{t(`done.${one.action}`)}</Badge> : <Badge>{t('state.inbox')}</Badge>}
                    <span className="text-text-3">
                      {t(`kind.${one.content_type}`)} · {t(`reason.${one.reason}`)} · <Time within value={one.created_at} kind="datetime" />
                    </span>
                  </span>
                  <span className="line-clamp-3 wrap-anywhere">{one.excerpt}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
