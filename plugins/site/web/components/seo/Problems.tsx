/** What keeps pages from being found, each leading to the page where it is mended. */
import { Card, CardHead, Count, Icon, ListRow, useT } from '@atrium/sdk/web'
import type { Problem } from './draft.ts'

/** More are shown when they are asked for by mending the first ones. */
const SHOWN = 50
const GRAVE = new Set<Problem['problem']>(['same_title', 'broken_link', 'hidden'])

export function Problems({ problems }: { problems: readonly Problem[] }) {
  const t = useT()
  return (
    <Card as="section" aria-label={t('seo.problems')}>
      <CardHead
        title={
          <span className="flex items-center gap-2">
            {t('seo.problems')} {problems.length > 0 && <Count quiet value={problems.length} label={t('seo.problems_count', { count: problems.length })} />}
          </span>
        }
      />
      {problems.length === 0 ? (
        <p className="flex items-center gap-2 px-4 py-4 text-13 text-text-2 desk:px-5">
          <Icon name="circle-check" className="text-success" /> {t('seo.problems_none')}
        </p>
      ) : (
        <div>
          {problems.slice(0, SHOWN).map((one) => (
            <ListRow
              key={`${one.page_id} ${one.page} ${one.problem}`}
              to={one.page_id === null ? undefined : `/settings/pages/edit?page=${one.page_id}`}
              className="py-2.5!"
            >
              <Icon name={GRAVE.has(one.problem) ? 'triangle-alert' : 'info'} className={GRAVE.has(one.problem) ? 'text-warning' : 'text-text-3'} />
              <span className="min-w-0 flex-1">
                <span className="block text-13 font-medium">{t(`seo.problem_${one.problem}`)}</span>
                <span className="block truncate text-12 text-text-3">{one.page}</span>
              </span>
              {one.page_id !== null && <Icon name="chevron-right" size="sm" className="text-text-3" />}
            </ListRow>
          ))}
        </div>
      )}
    </Card>
  )
}
