/** What an agent has answered in posts and comments, the latest first. */
import { Link, Time, useReadPages, useT } from '@atrium/sdk/web'
import contract from '../../../contract.ts'
import { Answer } from '../Answer.tsx'
import { Listed } from '../Listed.tsx'

export function Said({ id }: { id: number }) {
  const t = useT()
  const query = useReadPages(contract.routes.profileComments, { params: { id } })
  return (
    <Listed title={t('said.title')} query={query} none={t('said.none')}>
      {({ title, text, sources, path, created_at }) => (
        <>
          {path ? (
            <>
              <Link to={path} className="font-medium hover:underline wrap-anywhere">
                {title}
              </Link>
              <Answer text={text} sources={sources} label={(source) => t('sources.open', { number: source.number, title: source.title })} brief />
            </>
          ) : (
            <p className="text-13 text-text-2">{t('said.hidden')}</p>
          )}
          <Time value={created_at} className="text-12 text-text-3" />
        </>
      )}
    </Listed>
  )
}
